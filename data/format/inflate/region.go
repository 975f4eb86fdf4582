package inflate

import (
	"encoding/binary"
	"errors"
	"io"
	"slices"
)

const (
	// longestBlock is the number of bytes in which the first block of a region is searched for. It is also the greatest
	// number of bytes by which a region's last block may reach into the next region.
	longestBlock = 256 << 10
	// Most texts are at most usualGrown times as large as their region. If a text is more than mostGrown times as
	// large, the stream inflates the region itself.
	usualGrown, mostGrown = 4, 8
	// mostOfPart is the greatest memory of a region as a multiple of its size. It counts the bytes of the region, the
	// symbols (twice while they are copied to a larger array), and the text.
	mostOfPart = 2 + 3*mostGrown + 2*usualGrown
	// beyond is the number of zero bytes after the bytes of a region. The fast loop may read them.
	beyond = 2 * inputSlack
)

// part is the inflated content of a region of the file: the blocks that begin in the region.
type part struct {
	from, to int64         // the region, as offsets in bytes
	found    chan struct{} // closed when `begin` is known
	done     chan struct{} // closed when the other fields are known
	begin    int64         // offset of the first block in bits; -1: no block was found
	end      int64
	final    bool     // the stream ends with the part
	valid    bool     // all blocks are inflated
	symbols  []uint16 // bytes, and positions in the window before the part
	tail     []uint16 // the last symbols, as many as a window has, or all

	window *window       // the text before the part; nil: not yet known
	ready  chan struct{} // closed when `text` is complete
	text   []byte        // the symbols, with the bytes of the window in place of positions
}

// inflate searches for the first block of the part, and inflates the part if it finds the block.
func (a *ahead) inflate(p *part) {
	b := make([]byte, min(p.to+longestBlock, a.size)-p.from+beyond)
	n, err := a.r.ReadAt(b[:len(b)-beyond], p.from)
	if err != nil && !errors.Is(err, io.EOF) {
		return
	}
	b = b[:n+beyond]
	s := &stream{}
	last := 8 * min(int64(n), p.to-p.from, longestBlock)
	for bit := int64(0); !a.stopped.Load(); bit++ {
		if bit = nextHeader(b, bit, last); bit < 0 {
			return
		}
		s.input = input{in: b, pos: int(bit / 8), skip: uint(bit % 8), at: p.from, failed: io.EOF}
		s.step, s.final = header, false
		if s.block() == nil && a.inflateBlocks(p, s, 8*p.from+bit) {
			return
		}
	}
}

// nextHeader returns the next bit before `end` at which a block may begin. It searches only for blocks that have their
// own codes and are not the last block of the stream. It checks the numbers of lengths, and whether the code for
// lengths is complete. It returns -1 if it finds no such bit.
func nextHeader(b []byte, bit, end int64) int64 {
	for ; bit < end; bit++ {
		head := binary.LittleEndian.Uint64(b[bit/8:]) >> (bit % 8)
		if head&7 != 2<<1 || head>>3&31 > maxLengths-257 || head>>8&31 > maxDistances-1 {
			continue
		}
		lengths := binary.LittleEndian.Uint64(b[(bit+17)/8:]) >> ((bit + 17) % 8)
		words := uint64(0)
		for range head>>13&15 + 4 {
			words += 1 << metaRoot >> (lengths & 7) &^ (1 << metaRoot)
			lengths >>= 3
		}
		if words == 1<<metaRoot {
			return bit
		}
	}
	return -1
}

// inflateBlocks inflates the blocks of a part from the first block on, whose header was read. It returns false if the
// first block is invalid.
func (a *ahead) inflateBlocks(p *part, s *stream, begin int64) bool {
	whole := 8 * (p.from + int64(len(s.in)-beyond))
	most := int(mostGrown * a.region)
	out, _ := a.spare.Get().([]uint16)
	if out == nil {
		out = make([]uint16, usualGrown*a.region)
	}
	for o := 0; !a.stopped.Load(); {
		if len(out)-o <= max(outputSlack, s.left) {
			if len(out) == most {
				break
			}
			out = append(make([]uint16, 0, most), out[:o]...)[:most]
		}
		var err error
		switch s.step {
		case symbols:
			o, err = decodeFast(s, out, o)
		case stored:
			if len(s.in)-s.pos < s.left {
				err = io.ErrUnexpectedEOF
			} else {
				for _, b := range s.in[s.pos : s.pos+s.left] {
					out[o] = uint16(b)
					o++
				}
				s.pos += s.left
				s.step = header
			}
		case header:
			if s.offset() > whole {
				return p.begin >= 0
			}
			if p.begin < 0 {
				p.begin = begin
				close(p.found)
			}
			if s.final || s.offset() >= 8*p.to {
				if s.final {
					s.align()
				}
				p.symbols, p.end, p.final, p.valid = out[:o], s.offset(), s.final, true
				p.tail = slices.Clone(out[max(0, o-windowSize):o])
				return true
			}
			err = s.block()
		}
		if err != nil || len(s.in)-s.pos <= inputSlack {
			break
		}
	}
	return p.begin >= 0
}
