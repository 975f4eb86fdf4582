package csv

import (
	"encoding/binary"
	"math/bits"

	"cardinal/data/intern"
)

// cell is a field of a block: where its bytes are. The upper bits of Len are flags.
type cell = intern.Span

const (
	quotedCell  = 1 << 31 // the field stands between quotes
	escapedCell = 1 << 30 // the field still holds doubled or escaped quotes
	cellLen     = escapedCell - 1
)

// padding is the number of bytes that may be read behind a block.
const padding = intern.Padding

// batchCells is about the number of cells of a batch. They fit the second level cache.
const batchCells = 8 << 10

// batch is some rows of a block, a row behind the other. A field that a row lacks is an empty cell.
type batch struct {
	cells []cell
	width int // cells of a row
	rows  int
}

func newBatch(width int) batch {
	rows := max(16, batchCells/max(1, width))
	return batch{cells: make([]cell, rows*width), width: width}
}

const (
	everyByte = 0x0101010101010101
	lowBits   = 0x7F7F7F7F7F7F7F7F
)

// zeros has the upper bit of each byte of x that is not zero; the other bits are any.
func notZero(x uint64) uint64 { return (x&lowBits + lowBits) | x }

// batch fills b with the next rows and reports false where there is none. It looks for delimiters, line ends and quotes in eight
// bytes at once. A record with a quote at the start of a field, or with more or fewer fields than a row has, goes to irregular,
// which adds the record to b or leaves it out.
func (s *scanner) batch(b *batch, irregular func()) bool {
	b.rows = 0
	for s.at < len(s.src) && (b.rows+1)*b.width <= len(b.cells) {
		if !s.regular(b) && s.next() {
			irregular()
		}
	}
	return b.rows > 0
}

// regular adds records to b until b is full, and reports false where the record at s.at is none that regular can read.
func (s *scanner) regular(b *batch) bool {
	n, width := len(s.src), b.width
	src := s.src[:n+padding]
	delims, eols, quotes := uint64(s.delim)*everyByte, uint64(s.eol)*everyByte, uint64('"')*everyByte
	if s.unquoted {
		quotes = delims
	}
	start := s.at // of the record
	from := start // of the field
	cells := b.cells[b.rows*width:]
	k, last := 0, width-1
	for at := start; at < n; at += 8 {
		word := binary.LittleEndian.Uint64(src[at:])
		found := ^(notZero(word^delims)&notZero(word^eols)&notZero(word^quotes) | lowBits)
		for ; found != 0; found &= found - 1 {
			p := at + bits.TrailingZeros64(found)>>3
			c := src[p]
			if k < last {
				if c == s.delim {
					cells[k] = cell{From: uint32(from), Len: uint32(p - from)}
					k++
					from = p + 1
					continue
				}
			} else if c == s.eol {
				if p >= n {
					break
				}
				end := p
				for s.eol == '\n' && end > from && src[end-1] == '\r' {
					end--
				}
				cells[k] = cell{From: uint32(from), Len: uint32(end - from)}
				b.rows++
				start, from, k = p+1, p+1, 0
				if cells = cells[width:]; len(cells) < width {
					s.at = start
					return true
				}
				continue
			}
			if c == '"' && !s.unquoted && p != from {
				continue // a quote amid a field is a character like others
			}
			s.at = start
			return false
		}
	}
	s.at = start
	return start >= n
}

// add adds the record that next read to b. It has at most b.width fields.
func (s *scanner) add(b *batch) {
	row := b.cells[b.rows*b.width:][:b.width]
	clear(row)
	for i := range s.fields[:min(len(s.fields), b.width)] {
		f := &s.fields[i]
		// The text is a part of s.src, so that their capacities tell where it begins.
		c := cell{From: uint32(cap(s.src) - cap(f.text)), Len: uint32(len(f.text))}
		if f.quoted {
			c.Len |= quotedCell
		}
		if f.escaped {
			c.Len |= escapedCell
		}
		row[i] = c
	}
	b.rows++
}

// text is the text of a cell. It is valid until the next call.
func (s *scanner) text(c cell) []byte {
	f := field{text: s.src[c.From:][:c.Len&cellLen], escaped: c.Len&escapedCell != 0}
	return s.value(&f)
}
