package parquet

import (
	"encoding/binary"
	"fmt"

	"github.com/apache/arrow-go/v18/parquet"

	"cardinal/internal/separators"
)

const (
	rareBatch = 16 << 10 // values that are converted at once
	rareBytes = 1 << 20  // bytes of texts that are converted at once
)

// decodeRare converts n values of a rare encoding to the plain encoding and passes them to the sink.
func (c *chunk) decodeRare(e parquet.Encoding, n int, src []byte) error {
	isInt := c.physical == parquet.Types.Int32 || c.physical == parquet.Types.Int64
	switch {
	case e == parquet.Encodings.DeltaBinaryPacked && isInt:
		return c.deltaInts(src, n)
	case e == parquet.Encodings.DeltaLengthByteArray && c.physical == parquet.Types.ByteArray:
		return c.deltaBytes(src, n, false)
	case e == parquet.Encodings.DeltaByteArray && (c.physical == parquet.Types.ByteArray ||
		c.physical == parquet.Types.FixedLenByteArray):
		return c.deltaBytes(src, n, true)
	case e == parquet.Encodings.ByteStreamSplit && c.width > 0:
		return c.streamSplit(src, n)
	}
	return fmt.Errorf("values of type %v are encoded as %v, which Cardinal does not read", c.physical, e)
}

func (c *chunk) deltaInts(src []byte, n int) error {
	d, err := newDelta(src)
	if err != nil {
		return err
	}
	if d.total != n {
		return errShort
	}
	values := make([]int64, min(n, rareBatch))
	var out []byte
	for at := 0; at < n; at += len(values) {
		values = values[:min(n-at, len(values))]
		if err := d.read(values); err != nil {
			return err
		}
		out = out[:0]
		for _, v := range values {
			if c.width == 4 {
				out = binary.LittleEndian.AppendUint32(out, uint32(v))
			} else {
				out = binary.LittleEndian.AppendUint64(out, uint64(v))
			}
		}
		if err := c.sink.plain(out, c.row+at, len(values)); err != nil {
			return err
		}
	}
	return nil
}

// deltaBytes reads the lengths of all values and then their bytes. If prefixed is set, each value begins with the first
// bytes of the previous value. The page then has only their number, and the remaining bytes.
func (c *chunk) deltaBytes(src []byte, n int, prefixed bool) (err error) {
	prefixes := make([]int64, n)
	if prefixed {
		if prefixes, src, err = readDeltas(src, n); err != nil {
			return err
		}
	}
	lengths, src, err := readDeltas(src, n)
	if err != nil {
		return err
	}
	var out, last []byte
	from := 0
	for i, size := range lengths {
		prefix := prefixes[i]
		if size < 0 || size > int64(len(src)) || prefix < 0 || prefix > int64(len(last)) {
			return errDelta
		}
		if whole := prefix + size; c.width == 0 {
			out = binary.LittleEndian.AppendUint32(out, uint32(whole))
		} else if whole != int64(c.width) {
			return separators.Errorf("a value has %d bytes instead of %d", whole, c.width)
		}
		start := len(out)
		out = append(append(out, last[:prefix]...), src[:size]...)
		last, src = out[start:], src[size:]
		if len(out) >= rareBytes || i == n-1 {
			if err := c.sink.plain(out, c.row+from, i+1-from); err != nil {
				return err
			}
			from, out = i+1, nil // last is still a slice of the old buffer
		}
	}
	return nil
}

// streamSplit reads values whose bytes are separated: first the first byte of each value, then the second byte of each,
// and so on.
func (c *chunk) streamSplit(src []byte, n int) error {
	if len(src)/c.width < n {
		return errShort
	}
	out := make([]byte, 0, min(n, rareBatch)*c.width)
	for from := 0; from < n; from += rareBatch {
		to := min(n, from+rareBatch)
		out = out[:0]
		for i := from; i < to; i++ {
			for k := range c.width {
				out = append(out, src[k*n+i])
			}
		}
		if err := c.sink.plain(out, c.row+from, to-from); err != nil {
			return err
		}
	}
	return nil
}

// packedLevels reads the levels of old files, which are bit-packed with the highest bit first. rest has the bytes
// behind them.
func packedLevels(src []byte, width uint, dst []uint32) (rest []byte, err error) {
	size := (len(dst)*int(width) + 7) / 8
	if size > len(src) {
		return nil, errShort
	}
	for i := range dst {
		dst[i] = 0
		for bit := uint(i) * width; bit < uint(i+1)*width; bit++ {
			dst[i] = dst[i]<<1 | uint32(src[bit>>3]>>(7-bit&7)&1)
		}
	}
	return src[size:], nil
}
