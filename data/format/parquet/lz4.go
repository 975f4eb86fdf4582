package parquet

import (
	"bytes"
	"encoding/binary"

	"github.com/apache/arrow-go/v18/parquet/compress"
)

// inflateLZ4 fills dst exactly from a page of the codec LZ4. Parquet replaced this codec by LZ4_RAW, because its
// framing was never written down. Java's writers frame blocks as Hadoop does; older writers in C++ stored one bare
// block. The file does not name its writer, so bytes without valid frames are read as a block.
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

// nothingLZ4 is an empty page, such as a dictionary of a column of nulls, as the Rust writer frames it: the size 0,
// and a block of one byte.
var nothingLZ4 = []byte{0, 0, 0, 0, 0, 0, 0, 1, 0}

// unframe fills dst exactly from Hadoop's frames. A frame has the size of the inflated bytes, and then blocks that
// inflate to that size. Each block follows its own size in the file. Sizes are 32 bits, the highest byte first.
// unframe reports whether src consists of such frames and nothing else.
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

// blockLZ4 inflates one block into dst, which may be longer. It returns the number of inflated bytes.
func blockLZ4(dst, src []byte) (int, error) {
	codec, err := compress.GetCodec(compress.Codecs.Lz4Raw)
	if err != nil {
		return 0, err
	}
	out, err := compress.Decode(codec, dst, src)
	return len(out), err
}
