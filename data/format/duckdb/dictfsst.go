package duckdb

// Modes of a segment of dictFSST. The format defines the numbers.
const (
	dictionaryOnly = 0
	dictionaryFSST = 1
	fsstOnly       = 2
)

// dictFSSTHeader is the size of the header in bytes, including unused bytes.
const dictFSSTHeader = 16

// dictFSSTTexts decodes texts that are stored once each, either plain or as codes. The segment has the texts, the
// symbol table, the packed lengths of the texts, and the packed numbers of the rows. Each part begins at a multiple of
// 8 bytes. Number 0 means null. In mode fsstOnly the rows have no numbers: text 0 is unused, and each further text is a
// row.
func (s *segment) dictFSSTTexts(out *rowTexts) error {
	c := cursor{rest: s.data}
	size, count, mode, lengthWidth, rowWidth := c.u32(), c.u32(), c.u8(), c.u8(), c.u8()
	c.u8() // unused
	tableSize := c.u32()
	if c.err != nil || mode > fsstOnly || lengthWidth > 32 || rowWidth > 32 || count == 0 || count > s.rows+1 {
		return errDamaged
	}
	tableAt := align(dictFSSTHeader+size, 8)
	lengthsAt := align(tableAt+tableSize, 8)
	rowsAt := align(lengthsAt+packedBytes(count, lengthWidth), 8)
	texts, lengths, rows := c.take(size), cursorAt(s.data, uint64(lengthsAt)), cursorAt(s.data, uint64(rowsAt))
	if c.err != nil || lengths.err != nil || mode != fsstOnly && rows.err != nil {
		return errDamaged
	}
	var table *symbols
	if mode != dictionaryOnly {
		symbols := cursorAt(s.data, uint64(tableAt))
		var err error
		if table, err = symbolsOf(cursor{rest: symbols.take(tableSize), err: symbols.err}); err != nil {
			return err
		}
	}
	entries, err := entriesOf(texts, lengths.rest, lengthWidth, count, mode, table)
	if err != nil {
		return err
	}
	if mode == fsstOnly {
		return entries.appendAll(out, s.rows)
	}
	for i := 1; i < count; i++ {
		out.bytes = append(out.bytes, entries.bytes[entries.ends[i-1]:entries.ends[i]]...)
		out.ends = append(out.ends, int64(len(out.bytes)))
	}
	return out.appendCoded(rows.rest, s.rows, rowWidth, count)
}

// entriesOf returns the texts that the segment stores.
func entriesOf(texts, lengths []byte, width, count, mode int, table *symbols) (*rowTexts, error) {
	entries := &rowTexts{}
	err := eachPacked(lengths, count, width, func(length uint64) (err error) {
		if length > uint64(len(texts)) {
			return errDamaged
		}
		codes := texts[:length]
		texts = texts[length:]
		if mode == dictionaryOnly {
			entries.add(codes)
			return nil
		}
		entries.bytes, err = table.append(entries.bytes, codes)
		entries.end()
		return err
	})
	return entries, err
}

// appendAll appends all texts except the first. Each is a row.
func (o *rowTexts) appendAll(out *rowTexts, rows int) error {
	if len(o.ends) != rows+1 {
		return errDamaged
	}
	for i := range rows {
		out.add(o.bytes[o.ends[i]:o.ends[i+1]])
	}
	return nil
}
