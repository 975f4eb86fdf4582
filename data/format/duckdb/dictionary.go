package duckdb

import "encoding/binary"

// dictionaryTexts decodes texts that are stored once each. Each row has a packed number of its text. The texts are
// stored backwards from the end of the segment. For each text, the dictionary has the distance of its beginning from
// the end. Number 0 means null.
func (s *segment) dictionaryTexts(out *rowTexts) error {
	c := cursor{rest: s.data}
	c.u32() // bytes of the texts
	end, at, count, width := c.u32(), c.u32(), c.u32(), c.u32()
	rows := c.rest
	starts := cursorAt(s.data, uint64(at))
	ends := starts.take(4 * count)
	if c.err != nil || starts.err != nil || end > len(s.data) || width > 32 || count == 0 {
		return errDamaged
	}
	for entry := 1; entry < count; entry++ {
		before, at := int(binary.LittleEndian.Uint32(ends[4*entry-4:])), int(binary.LittleEndian.Uint32(ends[4*entry:]))
		if before > at || at > end {
			return errDamaged
		}
		out.bytes = append(out.bytes, s.data[end-at:end-before]...)
		out.ends = append(out.ends, int64(len(out.bytes)))
	}
	return out.appendCoded(rows, s.rows, width, count)
}

// eachPacked calls `one` for each of `count` packed numbers.
func eachPacked(packed []byte, count, width int, one func(uint64) error) error {
	var buffer [1024]uint64
	for count > 0 {
		values := buffer[:min(len(buffer), count)]
		if err := unpack(values, packed, width); err != nil {
			return err
		}
		for _, v := range values {
			if err := one(v); err != nil {
				return err
			}
		}
		packed, count = packed[len(values)*width/8:], count-len(values)
	}
	return nil
}
