package cut

import (
	"encoding/binary"
	"math/bits"

	"cardinal/data/text/intern"
)

// Cell is a field of a block: the place of its bytes. The upper bits of Len are flags.
type Cell = intern.Span

// Flags in the Len of a Cell, and the bits of the length itself.
const (
	QuotedCell  = 1 << 31 // the field stands between quotes
	EscapedCell = 1 << 30 // the field still holds doubled or escaped quotes
	CellLen     = EscapedCell - 1
)

// Padding is the number of bytes that may be read behind a block.
const Padding = intern.Padding

// batchCells is about the number of cells of a batch, which fits into the second-level cache.
const batchCells = 8 << 10

// A Batch has some rows of a block, one after the other. A field that a row lacks is an empty cell.
type Batch struct {
	Cells []Cell
	Width int // cells of a row
	Rows  int
}

// NewBatch makes an empty batch for rows of width cells.
func NewBatch(width int) Batch {
	rows := max(16, batchCells/max(1, width))
	return Batch{Cells: make([]Cell, rows*width), Width: width}
}

// Eight bytes in a word.
const (
	EveryByte = 0x0101010101010101 // multiplied by a byte: the byte eight times
	LowBits   = 0x7F7F7F7F7F7F7F7F // all bits of each byte but the upper one
)

// NotZero sets the upper bit of each byte of x that is not zero. The other bits have no meaning.
func NotZero(x uint64) uint64 { return (x&LowBits + LowBits) | x }

// Batch fills b with the next rows. It returns false at the end. It looks for delimiters, line ends and quotes in
// eight bytes at once. Some records are not regular: a field begins with a quote, or the number of fields is wrong.
// Batch calls irregular for such a record, which adds the record to b or leaves it out.
func (s *Scanner) Batch(b *Batch, irregular func()) bool {
	b.Rows = 0
	for s.At < len(s.Src) && (b.Rows+1)*b.Width <= len(b.Cells) {
		if !s.regular(b) && s.Next() {
			irregular()
		}
	}
	return b.Rows > 0
}

// regular adds records to b until b is full. It returns false if it cannot read the record at s.At.
func (s *Scanner) regular(b *Batch) bool {
	if s.Spaced || s.Escaped || s.Runs {
		return s.At >= len(s.Src)
	}
	n, width := len(s.Src), b.Width
	src := s.Src[:n+Padding]
	delims, eols, quotes := uint64(s.Delim)*EveryByte, uint64(s.EOL)*EveryByte, uint64(s.Quote())*EveryByte
	if s.Unquoted {
		quotes = delims
	}
	sign := s.Quote()
	start := s.At // of the record
	from := start // of the field
	cells := b.Cells[b.Rows*width:]
	k, last := 0, width-1
	for at := start; at < n; at += 8 {
		word := binary.LittleEndian.Uint64(src[at:])
		found := ^(NotZero(word^delims)&NotZero(word^eols)&NotZero(word^quotes) | LowBits)
		for ; found != 0; found &= found - 1 {
			p := at + bits.TrailingZeros64(found)>>3
			c := src[p]
			if k < last {
				if c == s.Delim {
					cells[k] = Cell{From: uint32(from), Len: uint32(p - from)}
					k++
					from = p + 1
					continue
				}
			} else if c == s.EOL {
				if p >= n {
					break
				}
				end := p
				for s.EOL == '\n' && end > from && src[end-1] == '\r' {
					end--
				}
				cells[k] = Cell{From: uint32(from), Len: uint32(end - from)}
				b.Rows++
				start, from, k = p+1, p+1, 0
				if cells = cells[width:]; len(cells) < width {
					s.At = start
					return true
				}
				continue
			}
			if c == sign && !s.Unquoted && p != from && s.blanks(src[from:p]) < p-from {
				continue // a quote amid a field is a character like others
			}
			s.At = start
			return false
		}
	}
	s.At = start
	return start >= n
}

// Add adds the record that next read to b. It has at most b.Width fields.
func (s *Scanner) Add(b *Batch) {
	row := b.Cells[b.Rows*b.Width:][:b.Width]
	clear(row)
	for i := range s.Fields[:min(len(s.Fields), b.Width)] {
		f := &s.Fields[i]
		// The text is a part of s.Src, so the difference of the capacities is the offset of the text.
		c := Cell{From: uint32(cap(s.Src) - cap(f.Text)), Len: uint32(len(f.Text))}
		if f.Quoted {
			c.Len |= QuotedCell
		}
		if f.escaped {
			c.Len |= EscapedCell
		}
		row[i] = c
	}
	b.Rows++
}

// Text returns the text of a cell. It is valid until the next call.
func (s *Scanner) Text(c Cell) []byte {
	f := Field{Text: s.Src[c.From:][:c.Len&CellLen], Quoted: c.Len&QuotedCell != 0, escaped: c.Len&EscapedCell != 0}
	return s.Value(&f)
}
