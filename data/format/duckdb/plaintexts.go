package duckdb

import "encoding/binary"

// markerBytes is the size of the marker that replaces a long text. The marker has the block of the text and the offset
// in the block.
const markerBytes = 12

// plainTexts decodes texts that are not compressed. They are stored backwards from the end of the segment. Each row has
// the distance of its text's beginning from the end, negative if the text is a marker. A null row has the same distance
// as the previous row, and so an empty text.
func (s *segment) plainTexts(out *rowTexts) error {
	c := cursor{rest: s.data}
	c.u32() // bytes of the texts
	end := c.u32()
	offsets := c.take(4 * s.rows)
	if c.err != nil || end > len(s.data) {
		return errDamaged
	}
	long := overflow{lastBlock: lastBlock{read: s.block}}
	before := 0
	for ; len(offsets) > 0; offsets = offsets[4:] {
		offset := int(int32(binary.LittleEndian.Uint32(offsets)))
		at := max(offset, -offset)
		n := at - before
		if n < 0 || at > end {
			return errDamaged
		}
		before = at
		text := s.data[end-at : end-at+n]
		switch {
		case offset >= 0 || n == 0:
			out.add(text)
		case n != markerBytes:
			return errDamaged
		default:
			if err := long.text(out, int64(binary.LittleEndian.Uint64(text)),
				uint64(binary.LittleEndian.Uint32(text[8:]))); err != nil {
				return err
			}
		}
	}
	return nil
}

// lastBlock reads blocks, and caches the last one.
type lastBlock struct {
	read func(id int64) ([]byte, error)
	id   int64
	last []byte // content of the block `id`; nil before the first read
}

func (b *lastBlock) open(id int64) ([]byte, error) {
	if b.last != nil && id == b.id {
		return b.last, nil
	}
	content, err := b.read(id)
	if err == nil {
		b.id, b.last = id, content
	}
	return content, err
}

// overflow reads texts that are too long for their segment and lie in other blocks. The last 8 bytes of such a block
// name the next block of the text.
type overflow struct {
	lastBlock
	seen map[int64]bool // blocks that were read
	left int64          // bytes of these that no text has used; texts share no byte, so this ends a cycle of blocks
}

// text appends the text at an offset of a block.
func (o *overflow) text(out *rowTexts, id int64, offset uint64) error {
	content, err := o.openNew(id)
	if err != nil {
		return err
	}
	c := cursorAt(content, offset)
	n := c.u32()
	for {
		if c.err != nil || len(c.rest) < 8 {
			return errDamaged
		}
		part := c.take(min(n, len(c.rest)-8))
		if o.left -= int64(len(part)); o.left < 0 {
			return errDamaged
		}
		out.bytes = append(out.bytes, part...)
		if n -= len(part); n == 0 {
			out.end()
			return nil
		}
		if content, err = o.openNew(int64(c.u64())); err != nil {
			return err
		}
		if c = (cursor{rest: content}); len(content) <= 8 {
			return errDamaged
		}
	}
}

// openNew reads a block. If the block is new, it adds its bytes to `left`.
func (o *overflow) openNew(id int64) ([]byte, error) {
	content, err := o.open(id)
	if err != nil || o.seen[id] {
		return content, err
	}
	if o.seen == nil {
		o.seen = map[int64]bool{}
	}
	o.seen[id] = true
	o.left += int64(len(content))
	return content, nil
}
