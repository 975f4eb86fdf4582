package cut

import (
	"encoding/binary"
	"math/bits"

	"cardinal/data/infer"
)

// Batch fills b with the next records. It returns false at the end. It looks for delimiters, line ends and quotes in
// eight bytes at once. A record is irregular if one of its fields begins with a quote, or if it has not b.Width fields.
// Batch reads such a record by Next and calls `irregular`, which can add the record to b.
func (s *Scanner) Batch(b *infer.Batch, irregular func()) bool {
	b.Rows, b.Src, b.Plain = 0, s.Src, s.plain
	for s.At < len(s.Src) && !b.IsFull() {
		if !s.regular(b) && s.Next() {
			irregular()
		}
	}
	return b.Rows > 0
}

// regular adds records to b until b is full. It returns false if the record at s.At is irregular or the last one.
func (s *Scanner) regular(b *infer.Batch) bool {
	if s.Spaced || s.Escaped || s.Runs {
		return s.At >= len(s.Src)
	}
	n, width := len(s.Src), b.Width
	src := s.Src[:n+infer.Padding]
	const every = infer.EveryByte
	delims, eols, quotes := uint64(s.Delim)*every, uint64(s.EOL)*every, uint64(s.Quote())*every
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
		found := ^(infer.NotZero(word^delims)&infer.NotZero(word^eols)&infer.NotZero(word^quotes) | infer.LowBits)
		for ; found != 0; found &= found - 1 {
			p := at + bits.TrailingZeros64(found)>>3
			c := src[p]
			if k < last {
				if c == s.Delim {
					cells[k] = infer.Cell{From: uint32(from), Len: uint32(p - from)}
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
				cells[k] = infer.Cell{From: uint32(from), Len: uint32(end - from)}
				b.Rows++
				start, from, k = p+1, p+1, 0
				if cells = cells[width:]; len(cells) < width {
					s.At = start
					return true
				}
				continue
			}
			if c == sign && !s.Unquoted && p != from && s.blanks(src[from:p]) < p-from {
				continue // a quote inside a field is a plain character
			}
			s.At = start
			return false
		}
	}
	s.At = start
	return start >= n
}

// Add adds the record that Next has read to b. It has at most b.Width fields.
func (s *Scanner) Add(b *infer.Batch) {
	row := b.Cells[b.Rows*b.Width:][:b.Width]
	clear(row)
	for i := range s.Fields[:min(len(s.Fields), b.Width)] {
		f := &s.Fields[i]
		// The text is a part of s.Src, so the difference of the capacities is the offset of the text.
		c := infer.Cell{From: uint32(cap(s.Src) - cap(f.Text)), Len: uint32(len(f.Text))}
		if f.Quoted {
			c.Len |= infer.QuotedCell
		}
		if f.escaped {
			c.Len |= infer.EscapedCell
		}
		row[i] = c
	}
	b.Rows++
}
