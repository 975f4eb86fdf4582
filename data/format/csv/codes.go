package csv

import (
	"bytes"
	"context"
	"math"
	"math/bits"

	"cardinal/data"
	"cardinal/data/format/csv/cut"
	"cardinal/internal/separators"
)

// codeKind is a way to write a number that the number itself does not keep.
type codeKind int

const (
	codeBare codeKind = iota // 1E5: digits around an e, which also occur in catalogue numbers and in hexadecimal
	// numbers
	codeMeasured // 1.5E-3: a point before the e, or a sign, as programs write measured numbers
	codeEnded    // 5.
	codeInfinite // inf
	codeKinds
)

// codes counts the writings of each kind.
type codes struct {
	n     [codeKinds]int
	least [codeKinds]string // of the writings, the first in the order of bytes
}

func (c *codes) see(k codeKind, b []byte) {
	if c.n[k]++; c.n[k] == 1 || string(b) < c.least[k] {
		c.least[k] = string(b)
	}
}

func (c *codes) merge(o *codes) {
	for k, n := range o.n {
		if n > 0 && (c.n[k] == 0 || o.least[k] < c.least[k]) {
			c.least[k] = o.least[k]
		}
		c.n[k] += n
	}
}

// codesNote returns the note on a column of numbers that are kept as text because they may be codes, "" for another
// column. 1E5 and 100000 are one number and two codes. Numbers that were measured have a fraction or a signed exponent
// somewhere, so that 1E5 among them is a number, unless the name of the column says otherwise.
func (f *stats) codesNote(name string, kinds shape) string {
	named := data.NamesCodes(name)
	measured := kinds&^(shapeInt|shapeFloat) != 0 || f.codes.n[codeMeasured] > 0
	switch n := f.codes.n[codeBare]; {
	case kinds&^numeric != 0:
		return ""
	case n == 1 && (named || !measured):
		return separators.Sprintf("%s may be a code and no number: kept as text, which the type number changes",
			f.codes.least[codeBare])
	case n > 1 && (named || !measured):
		return separators.Sprintf("%d values such as %s may be codes and no numbers: kept as text, which the type "+
			"number changes", n, f.codes.least[codeBare])
	case named && f.isPadded(kinds&^shapeInt):
		return "1.10 is another code than 1.1, and the name of the column says that it has codes: kept as text, " +
			"which the type number changes"
	}
	return ""
}

// isPadded reports whether a number ends with a zero that another number seems to leave out: 1.10 beside 1.1, or 1.0
// beside 1.
func (f *stats) isPadded(kinds shape) bool {
	for _, r := range []*reading{&f.point, &f.comma} {
		lengths := r.lengths
		if kinds&shapeInt != 0 {
			lengths |= 1
		}
		if r.padded != 0 && bits.Len32(r.padded) > bits.TrailingZeros32(lengths)+1 {
			return true
		}
	}
	return false
}

// mostCompared is the number of first bytes of a text in which writings are compared.
const mostCompared = 1 << 28

// mostWritings is the greatest number of different numbers of a column whose writings are compared.
const mostWritings = 1 << 16

// maybeJoined reports whether a column of numbers may have two writings of one number.
func (v *detection) maybeJoined(i int, c *data.Column) bool {
	f := &v.stats[i]
	if !c.Type.Numeric() || i < len(v.chosen) && v.chosen[i] != nil || f.shapes&numeric == 0 {
		return false
	}
	return f.codes.n[codeBare]+f.codes.n[codeEnded]+f.codes.n[codeInfinite] > 0 || f.affixes.pluses ||
		f.isPadded(f.shapes)
}

// tellJoined adds a note to a column of numbers if two writings are the same number, such as 1.10 and 1.1. The text
// is read once more if the statistics of a column allow such writings, which is rare.
func (s *source) tellJoined(ctx context.Context, v *detection, columns []*data.Column) error {
	known := make([]map[uint64]string, len(columns)) // by column: the first writing of a number
	open := 0
	for i, c := range columns {
		if c == nil || !v.maybeJoined(i, c) {
			continue
		}
		if !c.Format.Grouped {
			known[i] = map[uint64]string{}
			open++
		}
		if f := &v.stats[i]; f.codes.n[codeEnded] > 0 && f.point.places == 0 {
			c.AddNote("the point at the end of " + f.codes.least[codeEnded] + " is left out: the type text keeps it")
		}
	}
	row := 0
	var buf []byte
	for _, sp := range v.blocks {
		if err := ctx.Err(); err != nil {
			return err
		}
		if open == 0 || sp.From > mostCompared {
			break
		}
		buf = append(buf[:0], make([]byte, sp.To-sp.From)...)
		if err := cut.ReadFull(s, buf, sp.From); err != nil {
			return err
		}
		sc := cut.Scanner{Src: buf, Dialect: s.Dialect}
		for open > 0 && sc.Next() {
			if sc.Blank && !v.single {
				continue
			}
			for i := range sc.Fields[:min(len(sc.Fields), len(known))] {
				if known[i] == nil || !columns[i].Valid.Get(row) {
					continue
				}
				b := trim(sc.Value(&sc.Fields[i]))
				if first := joined(known[i], columns[i], row, b); first != "" {
					columns[i].AddNote(
						separators.Sprintf("%s and %s are one number here: the type text keeps them apart",
							first, string(b)),
					)
					known[i] = nil
					open--
				}
			}
			row++
		}
	}
	return nil
}

// joined returns another writing of the same number as b, which is the writing in a row, or "".
func joined(known map[uint64]string, c *data.Column, row int, b []byte) string {
	if len(b) > longestFormatted || len(bytes.Trim(b, "0123456789+-.,eEINFTinfty")) > 0 {
		return ""
	}
	key := uint64(0)
	if c.Type == data.Float {
		key = math.Float64bits(c.Floats[row])
	} else {
		key = uint64(c.Int(row))
	}
	first, is := known[key]
	switch {
	case !is && len(known) < mostWritings:
		known[key] = string(b)
	case is && first != string(b):
		return first
	}
	return ""
}
