package infer

import "cardinal/data/text/intern"

// Cell is a value of a row: the place of its bytes. The upper bits of Len are flags. A Cell with a Len of 0 is null.
type Cell = intern.Span

// Flags in the Len of a Cell, and the bits of the length itself.
const (
	QuotedCell  = 1 << 31 // the value is a text, even if it is empty
	EscapedCell = 1 << 30 // the bytes still have escapes, which Batch.Plain removes
	CellLen     = EscapedCell - 1
)

// Padding is the number of bytes behind the cells of a batch that may be read.
const Padding = intern.Padding

// batchCells is about the number of cells of a batch, which fits into the second-level cache.
const batchCells = 8 << 10

// A Batch has the cells of some rows, one row after the other.
type Batch struct {
	Src   []byte // has the bytes of the cells, with Padding bytes of capacity behind
	Cells []Cell
	Width int // cells of a row
	Rows  int
	Plain func(b []byte, quoted bool) []byte // removes escapes; the result is valid until the next call
}

// NewBatch makes an empty batch for rows of width cells.
func NewBatch(width int) Batch { return newBatch(width, batchCells) }

// newBatch makes an empty batch of about the given number of cells.
func newBatch(width, cells int) Batch {
	return Batch{Cells: make([]Cell, max(16, cells/max(1, width))*width), Width: width}
}

// IsFull reports whether the batch has no room for another row.
func (b *Batch) IsFull() bool { return (b.Rows+1)*b.Width > len(b.Cells) }

// Text returns the text of a cell. It is valid until the next call.
func (b *Batch) Text(c Cell) []byte {
	text := b.Src[c.From:][:c.Len&CellLen]
	if c.Len&EscapedCell == 0 {
		return text
	}
	return b.Plain(text, c.Len&QuotedCell != 0)
}

// Eight bytes in a word.
const (
	EveryByte = 0x0101010101010101 // multiplied by a byte: the byte eight times
	LowBits   = 0x7F7F7F7F7F7F7F7F // all bits of each byte but the upper one
)

// NotZero sets the upper bit of each byte of x that is not zero. The other bits have no meaning.
func NotZero(x uint64) uint64 { return (x&LowBits + LowBits) | x }
