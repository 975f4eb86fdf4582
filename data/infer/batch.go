package infer

import "cardinal/data/text/intern"

// Cell is a value of a row: the range of its bytes in Batch.Src. The upper bits of Len are flags. If Len is 0, the cell
// is null.
type Cell = intern.Span

// Flags in Cell.Len, and the mask of the bits with the length.
const (
	QuotedCell  = 1 << 31 // the value is a text, even if it is empty
	EscapedCell = 1 << 30 // the bytes have escapes, which Batch.Plain removes
	CellLen     = EscapedCell - 1
)

// Padding is the number of bytes after the cells of a batch that may be read, whatever they are.
const Padding = intern.Padding

// batchCells is the approximate number of cells of a batch. So many fit into the second-level cache.
const batchCells = 8 << 10

// A Batch has the cells of some rows, row by row.
type Batch struct {
	Src   []byte // the bytes of the cells; it has a capacity for Padding more bytes
	Cells []Cell
	Width int // number of cells of a row
	Rows  int
	Plain func(b []byte, quoted bool) []byte // removes escapes; the result is valid until the next call
}

// NewBatch returns an empty batch for rows of `width` cells.
func NewBatch(width int) Batch { return newBatch(width, batchCells) }

// newBatch returns an empty batch for approximately the given number of cells.
func newBatch(width, cells int) Batch {
	return Batch{Cells: make([]Cell, max(16, cells/max(1, width))*width), Width: width}
}

// IsFull reports whether another row does not fit into the batch.
func (b *Batch) IsFull() bool { return (b.Rows+1)*b.Width > len(b.Cells) }

// Text returns the text of a cell. It is valid until the next call.
func (b *Batch) Text(c Cell) []byte {
	text := b.Src[c.From:][:c.Len&CellLen]
	if c.Len&EscapedCell == 0 {
		return text
	}
	return b.Plain(text, c.Len&QuotedCell != 0)
}

// Masks of eight bytes in a word.
const (
	EveryByte = 0x0101010101010101 // times a byte: the byte eight times
	LowBits   = 0x7F7F7F7F7F7F7F7F // all bits of each byte except the highest
)

// NotZero sets the highest bit of each byte of x that is not zero. The other bits are arbitrary.
func NotZero(x uint64) uint64 { return (x&LowBits + LowBits) | x }
