package parquet

import (
	"encoding/binary"
	"errors"
)

var errDelta = errors.New("a delta-encoded sequence is damaged")

// delta reads the encoding DELTA_BINARY_PACKED: a first value, and then blocks of differences. A block has miniblocks.
// Each miniblock is bit-packed with its own width.
type delta struct {
	src   []byte
	total int // number of declared values

	last   int64
	began  bool
	least  int64  // of the block; is added to each difference
	widths []byte // of the remaining miniblocks in the block
	minis  int    // miniblocks in a block
	size   int    // values in a miniblock
	buffer []int64
	mini   []int64 // the differences that were not read yet, a slice of `buffer`
	left   int     // values that were not read yet
}

func newDelta(src []byte) (*delta, error) {
	t := thrift{rest: src} // Thrift encodes integers in the same way
	block, minis, total, first := t.varint(), t.varint(), t.varint(), t.int()
	if t.bad || minis == 0 || block == 0 || block > 1<<20 || block%(8*minis) != 0 || total > 1<<31 {
		return nil, errDelta
	}
	return &delta{src: t.rest, total: int(total), left: int(total), last: first, minis: int(minis),
		size: int(block / minis)}, nil
}

// read fills dst. After the last value, d.src has the bytes behind the sequence.
func (d *delta) read(dst []int64) error {
	if len(dst) > d.left {
		return errShort
	}
	d.left -= len(dst)
	if !d.began && len(dst) > 0 {
		d.began = true
		dst[0] = d.last
		dst = dst[1:]
	}
	for len(dst) > 0 {
		if len(d.mini) == 0 {
			if err := d.nextMiniblock(); err != nil {
				return err
			}
		}
		n := min(len(dst), len(d.mini))
		for i, difference := range d.mini[:n] {
			d.last += d.least + difference
			dst[i] = d.last
		}
		d.mini, dst = d.mini[n:], dst[n:]
	}
	return nil
}

func (d *delta) nextMiniblock() error {
	if len(d.widths) == 0 {
		t := thrift{rest: d.src}
		d.least = t.int()
		if t.bad || len(t.rest) < d.minis {
			return errDelta
		}
		d.widths, d.src = t.rest[:d.minis], t.rest[d.minis:]
	}
	width := int(d.widths[0])
	d.widths = d.widths[1:]
	size := d.size * width / 8
	if width > 64 || size > len(d.src) {
		return errDelta
	}
	if d.buffer == nil {
		d.buffer = make([]int64, d.size)
	}
	d.mini = d.buffer
	unpack(d.src[:size], uint(width), d.mini)
	d.src = d.src[size:]
	return nil
}

// unpack reads bit-packed values of up to 64 bits, from the lowest bit on.
func unpack(src []byte, width uint, dst []int64) {
	mask := ^uint64(0) >> (64 - width)
	src = append(src[:len(src):len(src)], make([]byte, 9)...) // a word can now be read at every byte
	for i := range dst {
		bit := uint(i) * width
		at, over := bit>>3, bit&7
		v := binary.LittleEndian.Uint64(src[at:])>>over | uint64(src[at+8])<<(64-over)
		dst[i] = int64(v & mask)
	}
}

// readDeltas reads n values. It returns them and the bytes behind them.
func readDeltas(src []byte, n int) (values []int64, rest []byte, err error) {
	d, err := newDelta(src)
	if err != nil {
		return nil, nil, err
	}
	if d.total != n {
		return nil, nil, errShort
	}
	values = make([]int64, n)
	err = d.read(values)
	return values, d.src, err
}
