package infer

import (
	"bytes"
	"errors"
	"math"
	"math/bits"

	"cardinal/data"
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
// column. 1E5 and 100000 are one number and two codes. Measured numbers have a fraction or a signed exponent in some
// row. In such a column 1E5 is a number, unless the name of the column says that it has codes.
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

// mayJoin reports whether a column of numbers may have two writings of one number.
func (c *Cells) mayJoin(i int, column *data.Column) bool {
	f := &c.stats[i]
	if !column.Type.Numeric() || c.options.chosen(i) != nil || f.shapes&numeric == 0 {
		return false
	}
	return f.codes.n[codeBare]+f.codes.n[codeEnded]+f.codes.n[codeInfinite] > 0 || f.affixes.pluses ||
		f.isPadded(f.shapes)
}

// writings finds columns of numbers in which two writings are the same number, such as 1.10 and 1.1.
type writings struct {
	columns []*data.Column
	known   []map[uint64]string // by column: the first writing of a number; nil: it is not looked for
	open    int                 // columns whose writings are looked for
	bytes   int                 // bytes that were compared
}

// errCompared ends a reading when no column is left whose writings are compared.
var errCompared = errors.New("all writings are compared")

// writings adds notes on writings. It returns nil if the document need not be read once more, as is mostly the case.
func (c *Cells) writings(columns []*data.Column) *writings {
	w := &writings{columns: columns, known: make([]map[uint64]string, len(columns))}
	for i, column := range columns {
		if column == nil || !c.mayJoin(i, column) {
			continue
		}
		if !column.Format.Grouped {
			w.known[i] = map[uint64]string{}
			w.open++
		}
		if f := &c.stats[i]; f.codes.n[codeEnded] > 0 && f.point.places == 0 {
			column.AddNote("the point at the end of " + f.codes.least[codeEnded] + " is left out: the type text keeps " +
				"it")
		}
	}
	if w.open == 0 {
		return nil
	}
	return w
}

// add compares the writings of a batch, whose first row is a row of the table.
func (w *writings) add(b *Batch, columns, row int) error {
	for i := range min(columns, len(w.known)) {
		for r := 0; r < b.Rows && w.known[i] != nil; r++ {
			if !w.columns[i].Valid.Get(row + r) {
				continue
			}
			text := Trim(b.Text(b.Cells[r*b.Width+i]))
			if first := joined(w.known[i], w.columns[i], row+r, text); first != "" {
				w.columns[i].AddNote(separators.Sprintf("%s and %s are one number here: the type text keeps them apart",
					first, string(text)))
				w.known[i] = nil
				w.open--
			}
		}
	}
	for _, c := range b.Cells[:b.Rows*b.Width] {
		w.bytes += int(c.Len&CellLen) + 1
	}
	if w.open == 0 || w.bytes > mostCompared {
		return errCompared
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
