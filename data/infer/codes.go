package infer

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/bits"

	"cardinal/data"
	"cardinal/internal/separators"
)

// codeKind is a spelling of a number that is lost if it is stored as a number.
type codeKind int

const (
	codeBare     codeKind = iota // 1E5: digits around an e, as in catalogue numbers and in hexadecimal numbers
	codeMeasured                 // 1.5E-3: also a point before the e, or a signed exponent, as in measured numbers
	codeEnded                    // 5.
	codeInfinite                 // inf
	codeKinds
)

// codes counts the numbers with each kind of spelling.
type codes struct {
	n     [codeKinds]int
	least [codeKinds]string // for each kind, the first one in the order of bytes
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

// codesNote returns a note if a column of numbers is kept as text because they may be codes, else "". For example, 1E5
// and 100000 are the same number and two codes. But if some number of the column has a fraction or a signed exponent,
// the numbers are measured, and 1E5 is no code. If the name of the column says that it has codes, all such numbers are
// codes.
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

// typedNote returns a note if numbers of a column may be codes although the file says that they are numbers, else "".
func (f *stats) typedNote(name string) string {
	if f.codesNote(name, f.shapes&^shapeNull) == "" {
		return ""
	}
	return fmt.Sprintf("%s may be a code, but the file says that it is a number: all spellings of a number are the "+
		"same value", cmp.Or(f.codes.least[codeBare], "1.10"))
}

// isPadded reports whether some number ends with a zero that another number seems to omit: 1.10 and 1.1, or 1.0 and 1.
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

// mostCompared is the number of bytes of a text in which spellings are compared.
const mostCompared = 1 << 28

// mostSpellings is the greatest number of distinct numbers of a column whose spellings are compared.
const mostSpellings = 1 << 16

// mayJoin reports whether a column of numbers may have two spellings of one number.
func (c *Cells) mayJoin(i int, column *data.Column) bool {
	f := &c.stats[i]
	if !column.Type.Numeric() || c.options.chosen(i) != nil || f.shapes&numeric == 0 {
		return false
	}
	return f.codes.n[codeBare]+f.codes.n[codeEnded]+f.codes.n[codeInfinite] > 0 || f.affixes.pluses ||
		f.isPadded(f.shapes)
}

// spellings finds columns in which the same number has two spellings, such as 1.10 and 1.1.
type spellings struct {
	columns []*data.Column
	known   []map[uint64]string // for each column, the first spelling of each number; nil: the column is not compared
	open    int                 // number of columns that are compared
	bytes   int                 // number of bytes that were compared
}

// errCompared ends a pass when no more column is compared.
var errCompared = errors.New("all spellings are compared")

// spellings adds notes on spellings that are already known. It returns nil if no other pass is needed, which is usual.
func (c *Cells) spellings(columns []*data.Column) *spellings {
	w := &spellings{columns: columns, known: make([]map[uint64]string, len(columns))}
	for i, column := range columns {
		if column == nil || !c.mayJoin(i, column) {
			continue
		}
		if !column.Format.Grouped {
			w.known[i] = map[uint64]string{}
			w.open++
		}
		if f := &c.stats[i]; f.codes.n[codeEnded] > 0 && f.point.places == 0 {
			column.AddNote("the point at the end of " + f.codes.least[codeEnded] +
				" is left out: the type text keeps it")
		}
	}
	if w.open == 0 {
		return nil
	}
	return w
}

// add compares the numbers of a batch. row is the row of the table at which the batch begins.
func (w *spellings) add(b *Batch, columns, row int) error {
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

// joined returns another spelling of the number b, or "" if no other is known. row is the row of b.
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
	case !is && len(known) < mostSpellings:
		known[key] = string(b)
	case is && first != string(b):
		return first
	}
	return ""
}
