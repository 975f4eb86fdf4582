package duckdb

import "slices"

// Constants of FSST: the only version, the code that precedes a literal byte, and the greatest number of symbols.
const (
	fsstVersion = 20190218
	fsstEscape  = 255
	fsstSymbols = 255
)

// symbols is a symbol table: the text of 1 to 8 bytes that each code stands for (Boncz, Neumann, Leis: FSST, PVLDB
// 2020).
type symbols struct {
	text   [fsstSymbols][8]byte
	length [fsstSymbols]uint8 // 0 for unused codes
}

// symbolsOf reads a symbol table. The table begins with the version. The next byte says whether code 0 stands for byte
// 0. Then come the numbers of symbols with 1, 2 … 8 bytes, and the symbols; symbols of one byte come last. The result
// is nil if the segment has no table, because all its texts are empty.
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

// append appends the texts that codes stand for.
func (t *symbols) append(text, codes []byte) ([]byte, error) {
	if len(codes) == 0 {
		return text, nil
	}
	if t == nil {
		return nil, errDamaged
	}
	// each symbol is written as 8 bytes; the next symbol overwrites the unused ones
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

// fsstTexts decodes texts that are stored as codes. The lengths of the rows are packed. The codes are stored backwards
// from the end of the segment.
func (s *segment) fsstTexts(out *rowTexts) error {
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
	before := uint64(0) // bytes of the previous rows
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
