package parquet

import (
	"encoding/binary"
	"errors"
	"math"
	"slices"
	"sync"
	"unicode/utf8"

	"cardinal/data"
	"cardinal/data/text/intern"
	"cardinal/internal/memory"
	"cardinal/internal/separators"
)

// errTooWide means that a value does not fit a column's conversion. The column is then read again by the fallback.
var errTooWide = errors.New("a value does not fit")

var errShort = errors.New("a page holds fewer values than it declares")

// errNarrow means that a code of a text is greater than 255. The row group is then read again with codes of 32 bits.
var errNarrow = errors.New("a code does not fit a byte")

// sink takes the values of one column chunk. The values of a page come without nulls, and are written to adjacent rows
// from a row of the chunk on. Then expand moves each value to its row according to the validity bitmap. (Arrow calls
// the result spaced.)
type sink interface {
	dictionary(src []byte, n int) error
	plain(src []byte, at, n int) error
	index(idx []uint32, at int) error
	indexBytes(idx []uint8, at int) error
	expand(valid data.Bitmap, at, rows, values int)
}

// numbers is a sink for values of a fixed width. decode reads len(dst) plain-encoded values.
type numbers[T any] struct {
	decode func(src []byte, dst []T) error
	dict   []T
	begin  [256]T // the first values of `dict`
	out    []T    // the values of the chunk's rows
}

func (s *numbers[T]) dictionary(src []byte, n int) error {
	if n > len(src) {
		return errShort
	}
	s.dict = memory.Make[T](n)
	err := s.decode(src, s.dict)
	copy(s.begin[:], s.dict)
	return err
}

func (s *numbers[T]) plain(src []byte, at, n int) error { return s.decode(src, s.out[at:at+n]) }

func (s *numbers[T]) index(idx []uint32, at int) error {
	out, dict := s.out[at:at+len(idx)], s.dict
	for i, c := range idx {
		if int(c) >= len(dict) {
			return badIndex(c, len(dict))
		}
		out[i] = dict[c]
	}
	return nil
}

func (s *numbers[T]) indexBytes(idx []uint8, at int) error {
	if !areBelow(idx, len(s.dict)) {
		return badIndex(uint32(slices.Max(idx)), len(s.dict))
	}
	lookUp(s.out[at:at+len(idx)], idx, &s.begin)
	return nil
}

// lookUp looks up four values at a time, because a loop over single values spends most of its time on the loop itself.
func lookUp[T any](out []T, idx []uint8, table *[256]T) {
	done := 0
	for ; done+4 <= len(idx); done += 4 {
		from, to := idx[done:done+4:done+4], out[done:done+4:done+4]
		to[0], to[1], to[2], to[3] = table[from[0]], table[from[1]], table[from[2]], table[from[3]]
	}
	for ; done < len(idx); done++ {
		out[done] = table[idx[done]]
	}
}

// areBelow reports whether all indices are less than n. It expands each byte of a word to 16 bits and adds 256-n. The
// sum has the ninth bit set if the byte is n or more.
func areBelow(idx []uint8, n int) bool {
	if n > 255 {
		return true
	}
	const lanes = 1<<48 + 1<<32 + 1<<16 + 1
	add, carry := uint64(256-n)*lanes, uint64(0)
	done := 0
	for ; done+8 <= len(idx); done += 8 {
		word := binary.LittleEndian.Uint64(idx[done : done+8 : done+8])
		carry |= (word&(0xff*lanes) + add) | (word>>8&(0xff*lanes) + add)
	}
	for _, c := range idx[done:] {
		carry |= uint64(c) + uint64(256-n)
	}
	return carry&(0x100*lanes) == 0
}

func (s *numbers[T]) expand(valid data.Bitmap, at, rows, values int) {
	expand(s.out, valid, at, rows, values)
}

func badIndex(c uint32, n int) error {
	return separators.Errorf("value %d of a dictionary of %d is asked for", c, n)
}

func expand[T any](out []T, valid data.Bitmap, at, rows, values int) {
	var zero T
	from := at + values - 1
	for to := at + rows - 1; to > from; to-- {
		if valid.Get(to) {
			out[to] = out[from]
			from--
		} else {
			out[to] = zero
		}
	}
}

// texts is a sink for texts. It gives codes to the texts of the chunk in the order of their first rows. A value of the
// file's dictionary gets a code when the first row refers to it, so that unused values are left out.
type texts[T uint8 | uint32] struct {
	next   func(src []byte) (value, rest []byte, err error) // cuts one plain-encoded value off src
	format func(dst, value []byte) ([]byte, error)          // converts the bytes to text; nil: the bytes are text
	limit  int64                                            // memory in bytes that the texts may take; 0: no limit
	table  *intern.Table
	page   []byte      // the dictionary of the file, followed by intern.Padding bytes
	begin  [256]uint32 // the codes of the first values, or noCode
	out    []T
	buf    []byte
	*lookUps
}

// lookUps has arrays that other chunks use again.
type lookUps struct {
	places []intern.Span // of the values in the file's dictionary
	codes  []uint32      // codes of these values; noCode: no row has referred to the value yet
	batch  []intern.Span // texts that are looked up at once
	found  []uint32      // their codes
	fresh  []uint32      // their indices in `places`
}

var usedLookUps = sync.Pool{New: func() any { return new(lookUps) }}

const noCode = ^uint32(0)

func (s *texts[T]) dictionary(src []byte, n int) error {
	if n > len(src) {
		return errShort
	}
	if len(src) > math.MaxUint32 {
		return errTooLarge
	}
	s.page = slices.Grow(src, intern.Padding)
	s.places, s.codes = resize(s.places, n), resize(s.codes, n)
	if len(src) <= 16*n { // the values are short, so most of them probably differ
		s.table.Expect(n)
	}
	for i := range s.places {
		value, rest, err := s.next(src)
		if err != nil {
			return err
		}
		s.places[i] = intern.Span{From: uint32(len(s.page) - len(rest) - len(value)), Len: uint32(len(value))}
		s.codes[i], src = noCode, rest
	}
	for i := range s.begin {
		s.begin[i] = noCode
	}
	return nil
}

func (s *texts[T]) plain(src []byte, at, n int) error {
	out := s.out[at : at+n]
	if s.format == nil {
		var err error
		if out, src, err = s.batches(out, src); err != nil {
			return err
		}
	}
	for i := range out {
		value, rest, err := s.next(src)
		if err != nil {
			return err
		}
		src = rest
		if err := s.set(&out[i], value); err != nil {
			return err
		}
	}
	if s.limit > 0 && int64(s.table.Bytes()) > s.limit {
		return errTooLarge
	}
	return nil
}

// batchValues is the number of values that are looked up at once.
const batchValues = 1 << 10

// batches reads plain-encoded values from src in batches, as long as enough bytes follow them. It returns the rest of
// `out` and of `src`.
func (s *texts[T]) batches(out []T, src []byte) (left []T, rest []byte, err error) {
	for len(out) > 0 && len(src) < 1<<32 {
		s.batch = s.batch[:0]
		for rest = src; len(s.batch) < min(batchValues, len(out)); {
			value, behind, err := s.next(rest)
			if err != nil {
				return nil, nil, err
			}
			if len(behind) < intern.Padding {
				break
			}
			s.batch = append(s.batch, intern.Span{From: uint32(len(src) - len(behind) - len(value)),
				Len: uint32(len(value))})
			rest = behind
		}
		if len(s.batch) == 0 {
			break
		}
		if err := s.lookUp(src); err != nil {
			return nil, nil, err
		}
		for i, code := range s.found {
			if out[i] = T(code); uint32(out[i]) != code {
				return nil, nil, errNarrow
			}
		}
		out, src = out[len(s.batch):], rest
	}
	return out, src, nil
}

// lookUp sets `found` to the codes of the texts of the batch, which are spans of src.
func (s *texts[T]) lookUp(src []byte) error {
	known := len(s.table.Values)
	s.found = resize(s.found, len(s.batch))
	s.table.Codes(s.found, src, s.batch)
	for _, v := range s.table.Values[known:] {
		if !utf8.ValidString(v) {
			return errTooWide
		}
	}
	return nil
}

func (s *texts[T]) index(idx []uint32, at int) error {
	out, codes, all := s.out[at:at+len(idx)], s.codes, uint32(0)
	for i, c := range idx {
		if int(c) >= len(codes) {
			return badIndex(c, len(codes))
		}
		all |= codes[c]
		out[i] = T(codes[c])
	}
	if uint32(T(all)) == all && all != noCode {
		s.table.Repeated(len(idx))
		return nil
	}
	if err := s.number(idx); err != nil {
		return err
	}
	for i, c := range idx {
		if out[i] = T(codes[c]); uint32(out[i]) != codes[c] {
			return errNarrow
		}
	}
	return nil
}

// number gives codes to those values of the file's dictionary to which idx refers and which have no code. It looks up
// all texts at once.
func (s *texts[T]) number(idx []uint32) error {
	s.batch, s.fresh = s.batch[:0], s.fresh[:0]
	for _, c := range idx {
		if s.codes[c] == noCode {
			s.codes[c] = 0 // marks the value until its code is known
			s.batch, s.fresh = append(s.batch, s.places[c]), append(s.fresh, c)
		}
	}
	s.table.Repeated(len(idx) - len(s.batch))
	if s.format == nil {
		if err := s.lookUp(s.page); err != nil {
			return err
		}
	} else {
		s.found = resize(s.found, len(s.batch))
		for i, v := range s.batch {
			var err error
			if s.found[i], err = s.code(s.page[v.From:][:v.Len]); err != nil {
				return err
			}
		}
	}
	for i, c := range s.fresh {
		if s.codes[c] = s.found[i]; c < uint32(len(s.begin)) {
			s.begin[c] = s.found[i]
		}
	}
	return nil
}

// indexBytes looks up all codes at once. If a value has no code yet, which is rare, it calls index.
func (s *texts[T]) indexBytes(idx []uint8, at int) error {
	all, out, table := uint32(0), s.out[at:at+len(idx)], &s.begin
	done := 0
	for ; done+4 <= len(idx); done += 4 {
		from, to := idx[done:done+4:done+4], out[done:done+4:done+4]
		a, b, c, d := table[from[0]], table[from[1]], table[from[2]], table[from[3]]
		all |= a | b | c | d
		to[0], to[1], to[2], to[3] = T(a), T(b), T(c), T(d)
	}
	for i, c := range idx[done:] {
		code := table[c]
		all |= code
		out[done+i] = T(code)
	}
	if uint32(T(all)) == all && all != noCode {
		return nil
	}
	wide := make([]uint32, len(idx))
	for i, c := range idx {
		wide[i] = uint32(c)
	}
	return s.index(wide, at)
}

// set sets the code of a value.
func (s *texts[T]) set(to *T, value []byte) error {
	code, err := s.code(value)
	if *to = T(code); err == nil && uint32(*to) != code {
		err = errNarrow
	}
	return err
}

func (s *texts[T]) code(value []byte) (uint32, error) {
	n := len(s.table.Values)
	if s.format != nil {
		var err error
		if s.buf, err = s.format(s.buf[:0], value); err != nil {
			return 0, err
		}
		return s.table.Code(s.buf), nil
	}
	code := s.table.Code(value)
	if int(code) == n && !utf8.Valid(value) {
		return 0, errTooWide
	}
	return code, nil
}

func (s *texts[T]) expand(valid data.Bitmap, at, rows, values int) {
	expand(s.out, valid, at, rows, values)
}
