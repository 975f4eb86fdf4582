package parquet

import (
	"encoding/binary"
	"errors"
	"fmt"
	"sync"

	"github.com/apache/arrow-go/v18/parquet/compress"
	"github.com/klauspost/compress/zstd"

	"cardinal/data/format/inflate"
)

var errPageSize = errors.New("a page declares another size than its bytes have")

// mostInflated is the greatest number of bytes that one compressed byte can become. In Snappy, 3 bytes stand for a copy
// of 64 bytes. In deflate, 2 bits stand for a match of 258 bytes. In LZ4, a byte stands for a length of 255. In
// Zstandard, 4 bytes stand for a block of 128 KB, and in Brotli for a copy of 16 MB.
var mostInflated = map[compress.Compression]int{
	compress.Codecs.Uncompressed: 1,
	compress.Codecs.Snappy:       22,
	compress.Codecs.Gzip:         1032,
	compress.Codecs.Lz4:          255,
	compress.Codecs.Lz4Raw:       255,
	compress.Codecs.Zstd:         32 << 10,
	compress.Codecs.Brotli:       4 << 20,
}

// checkSize returns an error if a page declares more bytes than its compressed bytes can become. It is called before
// memory is allocated.
func checkSize(codec compress.Compression, stored, size int) error {
	most, ok := mostInflated[codec]
	if !ok {
		return fmt.Errorf("its compression %v is not known", codec)
	}
	if size > most*(stored+16) || codec == compress.Codecs.Uncompressed && size != stored {
		return errPageSize
	}
	return nil
}

// zstandard is a decoder that works on the goroutine of its caller, and never decodes more bytes than fit into the
// target.
var zstandard = sync.OnceValue(func() *zstd.Decoder {
	d, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(0), zstd.WithDecodeAllCapLimit(true))
	if err != nil {
		panic("BUG: " + err.Error())
	}
	return d
})

// decompress decompresses exactly len(dst) bytes into dst.
func decompress(codec compress.Compression, dst, src []byte) (err error) {
	if codec == compress.Codecs.Brotli && len(dst) == 0 {
		return nil // all values of the page are null; some codecs store a byte for them, which the library cannot read
	}
	var out []byte
	switch codec {
	case compress.Codecs.Uncompressed:
		out = dst[:copy(dst, src)]
	case compress.Codecs.Zstd:
		out, err = zstandard().DecodeAll(src, dst[:0:len(dst)])
	case compress.Codecs.Gzip:
		return inflate.Gzip(dst, src)
	case compress.Codecs.Lz4:
		return inflateLZ4(dst, src)
	case compress.Codecs.Snappy:
		if n, _ := binary.Uvarint(src); n != uint64(len(dst)) {
			return errPageSize // the library would allocate as many bytes as src declares
		}
		fallthrough
	default:
		c, err := compress.GetCodec(codec)
		if err != nil {
			return err
		}
		if out, err = compress.Decode(c, dst, src); err != nil {
			return err
		}
	}
	if err == nil && (len(out) != len(dst) || len(dst) > 0 && &out[0] != &dst[0]) {
		return errPageSize
	}
	return err
}
