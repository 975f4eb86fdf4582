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

// errOdd is the error of a document that cannot be read in pieces. Reading the document as a whole tells what is
// wrong.
var errOdd = errors.New("the document is odd")

// registry numbers the columns of a document as they turn up.
type registry struct {
	mu      sync.Mutex
	numbers map[string]int
	names   []string
	met     []met  // by column, of all readers
	again   int    // members that stand twice in their object
	twice   string // the first of them
	first   place  // of the first of them
	halved  int    // texts with half of a surrogate pair
}

// number returns the number of the column of a path, or -1 if there are too many columns.
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

// place is the position of a value: the nth value of a row of a piece. Rows count from 1, and the zero place is no
// position.
type place struct{ piece, row, nth int }

// before reports whether p is a place and stands before q, or q is none.
func (p place) before(q place) bool {
	if p.row == 0 || q.row == 0 || p.piece != q.piece {
		return p.row > 0 && (q.row == 0 || p.piece < q.piece)
	}
	return p.row < q.row || p.row == q.row && p.nth < q.nth
}

// met describes what a reader found in a column.
type met struct {
	kinds kinds
	value place // the first value, which may be null
	array place // the first array
	last  int   // the row of the reader with the last value
	skip  bool  // the column is not read
}

// members are the members of the objects at one path.
type members struct {
	list  []*member // in the order in which they occurred
	named map[string]*member
}

// member is a member of objects.
type member struct {
	key    []byte // in quotes, as the document has it
	path   string
	at     int // in members.list
	column int // -1: it had objects only, so far
	within *members
	before string // of the paths of members within: the path, with a point behind
}

// find returns the member of a key in quotes, which is new if no object had it.
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

// reader reads the objects of pieces of a document into cells. An object mostly has the same members in the same order
// as the object before. So a key is mostly compared with only one key, the expected one.
type reader struct {
	columns *registry
	cells   *infer.Worker
	skips   func(column int) bool
	root    members
	met     []met

	text  []byte // the piece, zeros behind, and the texts of cells that the piece does not have as they are
	size  int    // of the piece
	batch infer.Batch
	err   error        // of adding rows
	row   []infer.Cell // the row that is being read, at the end of the batch
	place place
	rows  int // in all pieces

	again, rowAgain int
	halved, rowHalf int
	twice           string
	first           place
}

// load takes a piece of a document.
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

// take takes a piece that has zeros behind.
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

// end ends a piece.
func (r *reader) end() {
	r.flush()
	r.err = cmp.Or(r.err, r.cells.End())
}

// object reads the object at an offset as a row, and returns the offset behind it, or -1 if it is no JSON.
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

// flush hands over the rows of the batch.
func (r *reader) flush() {
	if r.batch.Rows > 0 {
		r.text = slices.Grow(r.text, infer.Padding)
		r.batch.Src = r.text
		r.err = cmp.Or(r.err, r.cells.Add(&r.batch, min(len(r.met), r.batch.Width)))
	}
	r.batch.Rows = 0
	r.text = r.text[:r.size+padding]
}

// widen makes room for a column that turns up.
func (r *reader) widen(column int) {
	for len(r.met) <= column {
		r.met = append(r.met, met{skip: r.skips(len(r.met))})
	}
	if column < r.batch.Width {
		return
	}
	row, texts := r.row, r.text
	r.flush()
	r.text = texts // the row has some
	r.batch = infer.NewBatch(max(8, 2*column))
	r.row = r.batch.Cells[:r.batch.Width]
	copy(r.row, row)
}

// members reads the members of an object from an offset on, which lies in depth objects. before is the path of the
// object with a point behind it. It returns the offset behind the object, or -1.
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

// value reads a value that is no object into its cell. It returns the offset behind the value, or -1.
func (r *reader) value(m *member, src []byte, at int) int {
	if src[at] == 0 {
		return -1 // the document was cut off before the value
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

// close hands over what the reader met.
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
