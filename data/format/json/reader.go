package json

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"slices"
	"sync"

	"cardinal/data/infer"
)

// errOdd is the error for a document that cannot be read in pieces. Reading the document as a whole finds the fault.
var errOdd = errors.New("the document is odd")

// registry numbers the columns of a document in the order in which readers find them.
type registry struct {
	mu      sync.Mutex
	numbers map[string]int
	names   []string
	met     []met  // by column, of all readers
	again   int    // number of members that occur twice in their object
	twice   string // the path of the first of them
	first   place  // the position of the first of them
	halved  int    // number of strings with half of a surrogate pair
}

// number returns the number of the column with a path, or -1 if there are too many columns.
func (c *registry) number(path string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	n, known := c.numbers[path]
	if !known {
		if n = len(c.names); n == maxColumns {
			return -1
		}
		c.numbers[path], c.names = n, append(c.names, path)
	}
	return n
}

// place is the position of a value: nth is its index among the values of a row of a piece. Rows count from 1. The zero
// place means none.
type place struct{ piece, row, nth int }

// before reports whether p is a place before q. Every place is before the zero place.
func (p place) before(q place) bool {
	if p.row == 0 || q.row == 0 || p.piece != q.piece {
		return p.row > 0 && (q.row == 0 || p.piece < q.piece)
	}
	return p.row < q.row || p.row == q.row && p.nth < q.nth
}

// met has what a reader found in a column.
type met struct {
	kinds kinds
	value place // the first value, which may be null
	array place // the first array
	last  int   // the reader's row with the last value
	skip  bool  // the column is not read
}

// members has the members of all objects at one path.
type members struct {
	list  []*member // in the order in which they occurred
	named map[string]*member
}

// member is a member that objects at one path have.
type member struct {
	key    []byte // in quotes, as the document has it
	path   string
	at     int // index in members.list
	column int // -1: so far, all its values are objects
	within *members
	before string // the path with a point, for the paths of inner members
}

// find returns the member with a key in quotes. If no object has had the member, find makes it.
func (m *members) find(key []byte, before string) *member {
	if found := m.named[string(key)]; found != nil {
		return found
	}
	path := before + string(appendText(nil, key))
	next := &member{key: bytes.Clone(key), path: path, before: path + ".", at: len(m.list), column: -1,
		within: &members{}}
	if m.named == nil {
		m.named = map[string]*member{}
	}
	m.list, m.named[string(next.key)] = append(m.list, next), next
	return next
}

// reader reads the objects of pieces into cells. Most objects have the same members in the same order as the previous
// object. So most keys are compared only with the key that is expected next.
type reader struct {
	columns *registry
	cells   *infer.Worker
	skips   func(column int) bool
	root    members
	met     []met

	text  []byte // the piece, zeros, and the texts of cells that the piece has in another form
	size  int    // of the piece, in bytes
	batch infer.Batch
	err   error        // the first error of adding rows
	row   []infer.Cell // the cells of the current row, at the end of the batch
	place place
	rows  int // in all pieces

	again, rowAgain int
	halved, rowHalf int
	twice           string
	first           place
}

// load reads a piece of a document from src.
func (r *reader) load(src io.ReaderAt, from, to int64, number int) error {
	r.size = int(to - from)
	r.text = slices.Grow(r.text[:0], r.size+r.size/8+4*padding)[:r.size+padding]
	clear(r.text[r.size:])
	if n, err := src.ReadAt(r.text[:r.size], from); n < r.size {
		return cmp.Or(err, errOdd)
	}
	r.begin(number)
	return nil
}

// take uses a piece in memory, which has zeros at its end.
func (r *reader) take(piece []byte) {
	r.text, r.size = piece, len(piece)-padding
	r.begin(0)
}

// begin begins a piece.
func (r *reader) begin(number int) {
	r.place = place{piece: number}
	if r.batch.Width == 0 {
		r.batch = infer.NewBatch(8)
	}
	r.cells.Begin(number)
}

// end finishes a piece.
func (r *reader) end() {
	r.flush()
	r.err = cmp.Or(r.err, r.cells.End())
}

// object reads the object at an offset as a row. It returns the offset behind the object, or -1 if the object is not
// valid.
func (r *reader) object(at int) int {
	r.place.row, r.place.nth = r.place.row+1, 0
	r.rows++
	r.rowAgain, r.rowHalf = 0, 0
	r.row = r.batch.Cells[r.batch.Rows*r.batch.Width:][:r.batch.Width]
	clear(r.row)
	end := -1
	if src := r.text[:r.size+padding]; src[at] == '{' {
		end = r.members(&r.root, src, at+1, "", 0)
	}
	if end < 0 || end-at > infer.MaxRow/2 {
		return -1
	}
	r.again, r.halved = r.again+r.rowAgain, r.halved+r.rowHalf
	if r.batch.Rows++; r.batch.IsFull() {
		r.flush()
	}
	return end
}

// flush passes the rows of the batch on to the cells.
func (r *reader) flush() {
	if r.batch.Rows > 0 {
		r.text = slices.Grow(r.text, infer.Padding)
		r.batch.Src = r.text
		r.err = cmp.Or(r.err, r.cells.Add(&r.batch, min(len(r.met), r.batch.Width)))
	}
	r.batch.Rows = 0
	r.text = r.text[:r.size+padding]
}

// widen makes room for a new column.
func (r *reader) widen(column int) {
	for len(r.met) <= column {
		r.met = append(r.met, met{skip: r.skips(len(r.met))})
	}
	if column < r.batch.Width {
		return
	}
	row, texts := r.row, r.text
	r.flush()
	r.text = texts // flush has cut them off, but the row refers to them
	r.batch = infer.NewBatch(max(8, 2*column))
	r.row = r.batch.Cells[:r.batch.Width]
	copy(r.row, row)
}

// members reads the members of an object. at is the offset of the first one, and depth is the number of objects around
// the object. `before` is the path of the object with a point. members returns the offset behind the object, or -1 if
// the object is not valid.
func (r *reader) members(all *members, src []byte, at int, before string, depth int) int {
	if depth > maxDepth {
		return -1
	}
	if at = behindBlanks(src, at); src[at] == '}' {
		return at + 1
	}
	for next := 0; ; {
		var m *member
		if next < len(all.list) && bytes.HasPrefix(src[at:], all.list[next].key) {
			m = all.list[next]
			at += len(m.key)
		} else {
			if src[at] != '"' {
				return -1
			}
			end, _ := behindText(src, at)
			if end < 0 {
				return -1
			}
			m = all.find(src[at:end], before)
			at = end
		}
		next = m.at + 1
		if src[at] != ':' {
			if at = behindBlanks(src, at); src[at] != ':' {
				return -1
			}
		}
		if at = behindBlanks(src, at+1); src[at] == '{' {
			at = r.members(m.within, src, at+1, m.before, depth+1)
		} else {
			at = r.value(m, src, at)
		}
		if at < 0 {
			return -1
		}
		switch at = behindBlanks(src, at); src[at] {
		case ',':
			at = behindBlanks(src, at+1)
		case '}':
			return at + 1
		default:
			return -1
		}
	}
}

// value reads a value that is no object into its cell. It returns the offset behind the value, or -1 if the value is
// not valid.
func (r *reader) value(m *member, src []byte, at int) int {
	if src[at] == 0 {
		return -1 // the document ends before the value
	}
	if m.column < 0 {
		if m.column = r.columns.number(m.path); m.column < 0 {
			return -1
		}
	}
	if m.column >= len(r.met) || m.column >= r.batch.Width {
		r.widen(m.column)
	}
	c := &r.met[m.column]
	if r.place.nth++; c.last == 0 {
		c.value = r.place
	} else if c.last == r.rows {
		if r.rowAgain++; r.first.row == 0 {
			r.twice, r.first = m.path, r.place
		}
	}
	c.last = r.rows
	cell := infer.Cell{}
	var end int
	switch src[at] {
	case '"':
		var escaped bool
		if end, escaped = behindText(src, at); end < 0 {
			return -1
		}
		if c.skip && c.kinds&kindText != 0 {
			return end
		}
		cell = infer.Cell{From: uint32(at + 1), Len: uint32(end-at-2) | infer.QuotedCell}
		if escaped {
			cell.From = uint32(len(r.text))
			r.text = appendText(r.text, src[at:end])
			r.rowHalf += halves(src[at:end])
			cell.Len = uint32(len(r.text)) - cell.From | infer.QuotedCell
		}
		if c.kinds&kindOther == 0 && infer.BeginsAsDate(r.text[cell.From:][:cell.Len&infer.CellLen]) {
			c.kinds |= kindOther
		} else {
			c.kinds |= kindText
		}
	case '[':
		var blank bool
		if end, blank = behindValue(src, at, 0); end < 0 {
			return -1
		}
		if c.kinds&kindArray == 0 {
			c.kinds, c.array = c.kinds|kindArray, r.place
		}
		if c.skip {
			return end
		}
		cell = infer.Cell{From: uint32(at), Len: uint32(end-at) | infer.QuotedCell}
		if blank {
			cell.From = uint32(len(r.text))
			r.text = appendCompact(r.text, src[at:end])
			cell.Len = uint32(len(r.text)) - cell.From | infer.QuotedCell
		}
	case 'n':
		end = behindWord(src, at)
	case 't', 'f':
		c.kinds |= kindOther
		end = behindWord(src, at)
		cell = infer.Cell{From: uint32(at), Len: uint32(end - at)}
	default:
		c.kinds |= kindNumber
		end = behindNumber(src, at)
		cell = infer.Cell{From: uint32(at), Len: uint32(end - at)}
	}
	r.row[m.column] = cell
	return end
}

// close adds what the reader found to the registry.
func (r *reader) close() {
	r.cells.Close()
	all := r.columns
	all.mu.Lock()
	defer all.mu.Unlock()
	for i := range r.met {
		if i == len(all.met) {
			all.met = append(all.met, met{})
		}
		to, from := &all.met[i], &r.met[i]
		to.kinds |= from.kinds
		if from.value.before(to.value) {
			to.value = from.value
		}
		if from.array.before(to.array) {
			to.array = from.array
		}
	}
	all.again, all.halved = all.again+r.again, all.halved+r.halved
	if r.first.before(all.first) {
		all.twice, all.first = r.twice, r.first
	}
}
