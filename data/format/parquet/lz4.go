package parquet

import (
	"bytes"
	"encoding/binary"

	"github.com/apache/arrow-go/v18/parquet/compress"
)

// inflateLZ4 inflates a page of the codec LZ4 into dst, which it must fill exactly. Parquet replaced this codec by
// LZ4_RAW, because its framing was never specified. Java's writers frame blocks as Hadoop does. Old writers in C++
// stored one block without a frame. The codec does not say which form a page has, so inflateLZ4 reads bytes without
// valid frames as a block.
func inflateLZ4(dst, src []byte) error {
	if unframe(dst, src) || len(dst) == 0 && bytes.Equal(src, nothingLZ4) {
		return nil
	}
	n, err := blockLZ4(dst, src)
	if err == nil && n != len(dst) {
		err = errPageSize
	}
	return err
}

// nothingLZ4 is an empty page as the Rust writer frames it: the size 0, and a block of one byte. A dictionary of a
// column of nulls is such a page.
var nothingLZ4 = []byte{0, 0, 0, 0, 0, 0, 0, 1, 0}

// unframe inflates Hadoop's frames into dst. It reports whether src consists only of valid frames that fill dst
// exactly. A frame has the inflated size, and then blocks that inflate to this size. The compressed size of each block
// precedes the block. All sizes are big-endian and have 32 bits.
func unframe(dst, src []byte) bool {
	size := func() (n int, ok bool) {
		if len(src) < 4 {
			return 0, false
		}
		n, src = int(binary.BigEndian.Uint32(src)), src[4:]
		return n, true
	}
	for len(src) > 0 {
		frame, ok := size()
		if !ok || frame > len(dst) {
			return false
		}
		for frame > 0 {
			stored, ok := size()
			if !ok || stored > len(src) {
				return false
			}
			n, err := blockLZ4(dst[:frame], src[:stored])
			if err != nil || n == 0 {
				return false
			}
			dst, src, frame = dst[n:], src[stored:], frame-n
		}
	}
	return len(dst) == 0
}

// blockLZ4 inflates one block into dst, which may be too long. It returns the number of inflated bytes.
func blockLZ4(dst, src []byte) (int, error) {
	codec, err := compress.GetCodec(compress.Codecs.Lz4Raw)
	if err != nil {
		return 0, err
	}
	out, err := compress.Decode(codec, dst, src)
	return len(out), err
}
