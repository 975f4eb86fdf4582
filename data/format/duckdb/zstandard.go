package duckdb

import (
	"bytes"
	"encoding/binary"
	"io"

	"github.com/klauspost/compress/zstd"
)

// zstandardRows is the number of rows that are compressed together. mostWindow is the greatest window of the decoder in
// bytes, which is also the limit in DuckDB's library.
const (
	zstandardRows = 2048
	mostWindow    = 128 << 20
)

// zstandardTexts decodes texts compressed by Zstandard. For each group of rows, the segment begins with four numbers:
// the block, the offset in it, the decompressed size, and the compressed size. A group has the lengths of its texts and
// then the compressed bytes, which may continue in further blocks.
func (s *segment) zstandardTexts(out *rowTexts) error {
	groups := (s.rows + zstandardRows - 1) / zstandardRows
	c := cursor{rest: s.data}
	ids, offsets := c.take(8*groups), c.take(4*groups)
	c.take(align(12*groups, 8) - 12*groups)
	sizes, packed := c.take(8*groups), c.take(8*groups)
	if c.err != nil {
		return c.err
	}
	pages, err := s.pages()
	if err != nil {
		return err
	}
	decoder, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true),
		zstd.WithDecoderMaxWindow(mostWindow))
	if err != nil {
		panic("BUG: " + err.Error())
	}
	defer decoder.Close()
	for i := range groups {
		rows := min(zstandardRows, s.rows-i*zstandardRows)
		id, offset := int64(number(ids[8*i:8*i+8])), int(number(offsets[4*i:4*i+4]))
		lengths, compressed, err := pages.group(id, offset, rows, number(packed[8*i:8*i+8]))
		if err != nil {
			return err
		}
		if err := inflate(out, decoder, lengths, compressed, number(sizes[8*i:8*i+8])); err != nil {
			return err
		}
	}
	return nil
}

// inflate appends the decompressed texts of a group.
func inflate(out *rowTexts, decoder *zstd.Decoder, lengths, compressed []byte, size uint64) error {
	sum := uint64(0)
	for at := 0; at < len(lengths); at += 4 {
		sum += uint64(binary.LittleEndian.Uint32(lengths[at:]))
	}
	if sum != size {
		return errDamaged
	}
	end := len(out.bytes)
	if sum > 0 {
		if decoder.Reset(bytes.NewReader(compressed)) != nil {
			return errDamaged
		}
		// Memory grows with the decompressed bytes, because the lengths may be wrong.
		grown := bytes.NewBuffer(out.bytes)
		if n, err := io.Copy(grown, io.LimitReader(decoder, int64(sum))); err != nil || uint64(n) != sum {
			return errDamaged
		}
		out.bytes = grown.Bytes()
	}
	for ; len(lengths) > 0; lengths = lengths[4:] {
		end += int(binary.LittleEndian.Uint32(lengths))
		out.ends = append(out.ends, int64(end))
		out.rows = append(out.rows, uint32(len(out.ends)))
	}
	return nil
}

// pages reads the blocks of a Zstandard segment.
type pages struct {
	*segment
	lastBlock
	size int // bytes of a block that can be used; 0: the segment has only one block
}

// noPage marks a group in the segment's first block.
const noPage = -1

func (s *segment) pages() (p pages, err error) {
	p = pages{segment: s, lastBlock: lastBlock{read: s.block}}
	if len(s.more) > 0 {
		first, err := p.open(s.more[0])
		if err != nil {
			return p, err
		}
		p.size = len(first)
	}
	return p, nil
}

// group returns the lengths of the texts of a group, and its compressed bytes.
func (p *pages) group(id int64, offset, rows int, compressed uint64) (lengths, content []byte, err error) {
	page := p.data
	if id != noPage {
		if page, err = p.open(id); err != nil {
			return nil, nil, err
		}
	}
	c := cursorAt(page, uint64(align(offset, 4)))
	lengths = c.take(4 * rows)
	if c.err != nil || compressed > uint64(len(page)+p.size*len(p.more)) {
		return nil, nil, errDamaged
	}
	left := int(compressed)
	// A block ends with the number of the next block if one follows. A segment with a single block may end at the end
	// of its block.
	if p.size == 0 || offset+4*rows+left <= p.size-8 {
		content = c.take(left)
		return lengths, content, c.err
	}
	for {
		if len(c.rest) < 8 {
			return nil, nil, errDamaged
		}
		part := c.take(min(left, len(c.rest)-8))
		content = append(content, part...)
		if left -= len(part); left == 0 {
			return lengths, content, nil
		}
		if page, err = p.open(int64(c.u64())); err != nil {
			return nil, nil, err
		}
		c = cursor{rest: page}
	}
}
