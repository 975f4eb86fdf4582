package duckdb

import "slices"

// Of the symbol table of FSST: the version that there is, the code that says that the next byte is itself, and
// the most symbols.
const (
	fsstVersion = 20190218
	fsstEscape  = 255
	fsstSymbols = 255
)

// symbols are the texts of 1 to 8 bytes that stand for the codes of a segment (Boncz, Neumann, Leis: FSST, PVLDB 2020).
type symbols struct {
	text   [fsstSymbols][8]byte
	length [fsstSymbols]uint8 // 0 of codes that there are not
}

// symbolsOf reads a table: the version, whether code 0 is the byte 0, how many symbols have 1, 2 … 8 bytes,
// and the symbols, those of one byte last. There is none where no text of the segment has a byte.
func symbolsOf(c cursor) (table *symbols, err error) {
	version := c.u64()
	zero := c.u8() & 1
	var counts [8]int
	for i := range counts {
		counts[i] = c.u8()
	}
	if c.err != nil || version>>32 != fsstVersion {
		return nil, c.err
	}
	table = &symbols{}
	code := zero
	if zero == 1 {
		table.length[0] = 1
		counts[0]--
	}
	for _, length := range [8]int{2, 3, 4, 5, 6, 7, 8, 1} {
		for range counts[length-1] {
			text := c.take(length)
			if text == nil || code == fsstSymbols {
				return nil, errDamaged
			}
			copy(table.text[code][:], text)
			table.length[code] = uint8(length)
			code++
		}
	}
	return table, nil
}

// append appends what codes stand for.
func (t *symbols) append(text, codes []byte) ([]byte, error) {
	if len(codes) == 0 {
		return text, nil
	}
	if t == nil {
		return nil, errDamaged
	}
	// a symbol is written as 8 bytes, of which the next one takes those that are not its own
	text = slices.Grow(text, 8*len(codes))
	for i := 0; i < len(codes); i++ {
		code, n := codes[i], len(text)
		if code == fsstEscape {
			if i++; i == len(codes) {
				return nil, errDamaged
			}
			text = append(text, codes[i])
			continue
		}
		length := int(t.length[code])
		if length == 0 {
			return nil, errDamaged
		}
		*(*[8]byte)(text[n : n+8]) = t.text[code]
		text = text[:n+length]
	}
	return text, nil
}

// fsstTexts decodes texts of codes. The lengths of the rows are packed, and the texts lie from the end of the
// segment backwards.
func (s *segment) fsstTexts(out *stringsOf) error {
	c := cursor{rest: s.data}
	c.u32() // bytes of the codes
	end, width, at := c.u32(), c.u32(), c.u32()
	if c.err != nil || end > len(s.data) || width > 32 {
		return errDamaged
	}
	table, err := symbolsOf(cursorAt(s.data, uint64(at)))
	if err != nil {
		return err
	}
	before := uint64(0) // what the rows before take
	return eachPacked(c.rest, s.rows, width, func(length uint64) error {
		if before += length; before > uint64(end) {
			return errDamaged
		}
		codes := s.data[uint64(end)-before:][:length]
		if out.bytes, err = table.append(out.bytes, codes); err != nil {
			return err
		}
		out.end()
		return nil
	})
}
