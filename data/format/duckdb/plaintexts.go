package duckdb

import "encoding/binary"

// markerBytes is the size of the marker that replaces a long text: the block of the text and the offset in it.
const markerBytes = 12

// plainTexts decodes texts that are not compressed. They lie from the end of the segment backwards. Each row has the
// distance of its text's beginning from the end. The distance is negative if the text is a marker. A null row repeats
// the number of the row before.
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

// lastBlock reads blocks, and keeps the last one.
type lastBlock struct {
	read func(id int64) ([]byte, error)
	id   int64
	last []byte // the content of block id; nil before the first
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

// overflow reads the texts of a segment that are too long for it. They lie in other blocks. The last 8 bytes of such
// a block name the next block of the text.
type overflow struct {
	lastBlock
	seen map[int64]bool // blocks that were read
	left int64          // bytes of these that no text took yet: texts share no byte, so blocks cannot form a ring
}

// text appends the text that begins in a block.
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

// openNew opens a block, and counts its bytes if it is new.
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
