package parquet

import (
	"errors"
	"fmt"
	"unicode/utf8"

	"cardinal/data"
	"cardinal/data/intern"
	"cardinal/memory"
)

// errTooWide says that a value does not fit a column's conversion. The column is then read again with the fallback.
var errTooWide = errors.New("a value does not fit")

var errShort = errors.New("a page holds fewer values than it declares")

// sink takes the values of one column chunk. Values arrive without the nulls between them, from a row of the chunk on. expand
// then moves them apart, to the rows that the validity bitmap marks. (Arrow calls such values spaced.)
type sink interface {
	dictionary(src []byte, n int) error
	plain(src []byte, at, n int) error
	index(idx []uint32, at int) error
	expand(valid data.Bitmap, at, rows, values int)
}

// numbers is a sink of fixed-width values. decode reads len(dst) plain-encoded values.
type numbers[T any] struct {
	decode func(src []byte, dst []T) error
	dict   []T
	out    []T // the rows of the chunk
}

func (s *numbers[T]) dictionary(src []byte, n int) error {
	if n > len(src) {
		return errShort
	}
	s.dict = memory.Make[T](n)
	return s.decode(src, s.dict)
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

func (s *numbers[T]) expand(valid data.Bitmap, at, rows, values int) {
	expand(s.out, valid, at, rows, values)
}

func badIndex(c uint32, n int) error {
	return fmt.Errorf("value %d of a dictionary of %d is asked for", c, n)
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

// texts is a sink of text columns. It numbers the texts of the chunk in order of first appearance. A value of the file's dictionary
// gets its code when a row refers to it, so that unused values are left out.
type texts struct {
	next   func(src []byte) (value, rest []byte, err error) // takes one plain-encoded value off src
	format func(dst, value []byte) ([]byte, error)          // how the bytes read as text; nil: as they are
	limit  int64                                            // the memory in bytes that the texts may take; 0: no limit
	table  *intern.Table
	dict   [][]byte
	codes  []uint32 // of dict; noCode: no row has referred to the value
	out    []uint32
	buf    []byte
	spans  bool // values are looked up a batch at a time
	batch  []intern.Span
}

const noCode = ^uint32(0)

func (s *texts) dictionary(src []byte, n int) error {
	if n > len(src) {
		return errShort
	}
	s.dict = make([][]byte, n)
	s.codes = memory.Make[uint32](n)
	for i := range s.dict {
		var err error
		if s.dict[i], src, err = s.next(src); err != nil {
			return err
		}
		s.codes[i] = noCode
	}
	return nil
}

func (s *texts) plain(src []byte, at, n int) error {
	out := s.out[at : at+n]
	if s.spans {
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
		if out[i], err = s.code(value); err != nil {
			return err
		}
	}
	if s.limit > 0 && int64(s.table.Bytes()) > s.limit {
		return errTooLarge
	}
	return nil
}

// batchValues is the number of values that are looked up at a time.
const batchValues = 1 << 10

// batches takes plain-encoded values off src, a batch at a time, as long as src goes on far enough behind them. It returns what is left.
func (s *texts) batches(out []uint32, src []byte) (left []uint32, rest []byte, err error) {
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
			s.batch = append(s.batch, intern.Span{From: uint32(len(src) - len(behind) - len(value)), Len: uint32(len(value))})
			rest = behind
		}
		if len(s.batch) == 0 {
			break
		}
		known := len(s.table.Values)
		s.table.Codes(out, src, s.batch)
		for _, v := range s.table.Values[known:] {
			if !utf8.ValidString(v) {
				return nil, nil, errTooWide
			}
		}
		out, src = out[len(s.batch):], rest
	}
	return out, src, nil
}

func (s *texts) index(idx []uint32, at int) error {
	out, codes := s.out[at:at+len(idx)], s.codes
	for i, c := range idx {
		if int(c) >= len(codes) {
			return badIndex(c, len(codes))
		}
		code := codes[c]
		if code == noCode {
			var err error
			if code, err = s.code(s.dict[c]); err != nil {
				return err
			}
			codes[c] = code
		}
		out[i] = code
	}
	return nil
}

func (s *texts) code(value []byte) (uint32, error) {
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

func (s *texts) expand(valid data.Bitmap, at, rows, values int) {
	expand(s.out, valid, at, rows, values)
}
