package parquet

import (
	"encoding/binary"
	"math"
	"math/big"
	"strconv"
	"unsafe"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/float16"
)

// plain reads plain-encoded values of type S until dst is full.
func plain[S int32 | uint32 | int64 | uint64 | float32 | float64, D int64 | float64](src []byte, dst []D) error {
	if len(dst) == 0 {
		return nil
	}
	if len(src)/int(unsafe.Sizeof(S(0))) < len(dst) {
		return errShort
	}
	for i, v := range arrow.GetData[S](src)[:len(dst)] {
		dst[i] = D(v)
	}
	return nil
}

// plainUint64 returns errTooWide if a value needs more than 63 bits.
func plainUint64(src []byte, dst []int64) error {
	if err := plain[int64](src, dst); err != nil {
		return err
	}
	for _, v := range dst {
		if v < 0 {
			return errTooWide
		}
	}
	return nil
}

func plainFloat16(src []byte, dst []float64) error {
	if len(src)/2 < len(dst) {
		return errShort
	}
	for i := range dst {
		dst[i] = float64(float16.FromBits(binary.LittleEndian.Uint16(src[2*i:])).Float32())
	}
	return nil
}

func plainBools(src []byte, dst []uint8) error {
	if 8*len(src) < len(dst) {
		return errShort
	}
	for i := range dst {
		dst[i] = src[i>>3] >> (i & 7) & 1
	}
	return nil
}

const (
	julianEpoch = 2_440_588 // the Julian day number of 1970-01-01
	dayNanos    = 86_400_000_000_000
)

// plainInt96 reads the timestamps of old Hive and Spark files as nanoseconds since 1970. They are stored as a Julian
// day and the nanoseconds of the day.
func plainInt96(src []byte, dst []int64) error {
	if len(src)/12 < len(dst) {
		return errShort
	}
	for i := range dst {
		nanos, days := int96(src[12*i:])
		const most = math.MaxInt64/dayNanos - 1
		if days < -most || days > most || nanos < 0 || nanos >= dayNanos {
			return errTooWide
		}
		dst[i] = days*dayNanos + nanos
	}
	return nil
}

// plainInt96Micros reads the same timestamps as microseconds. The multiplication can overflow, as it does in Spark.
func plainInt96Micros(src []byte, dst []int64) error {
	if len(src)/12 < len(dst) {
		return errShort
	}
	for i := range dst {
		nanos, days := int96(src[12*i:])
		dst[i] = days*(dayNanos/1000) + nanos/1000
	}
	return nil
}

func int96(src []byte) (nanos, days int64) {
	return int64(binary.LittleEndian.Uint64(src)), int64(int32(binary.LittleEndian.Uint32(src[8:]))) - julianEpoch
}

// plainBig reads big-endian integers in two's complement that fit into 64 bits.
func plainBig(next func([]byte) ([]byte, []byte, error)) func([]byte, []int64) error {
	return func(src []byte, dst []int64) error {
		for i := range dst {
			value, rest, err := next(src)
			if err != nil {
				return err
			}
			src = rest
			var v int64
			if len(value) > 0 {
				v = int64(int8(value[0])) >> 7
			}
			for j, b := range value {
				if (v<<8)>>8 != v {
					return errTooWide
				}
				if v = v<<8 | int64(b); j == 0 {
					v = int64(int8(b))
				}
			}
			dst[i] = v
		}
		return nil
	}
}

// plainBigAsFloat reads big-endian integers of any width as floats. It multiplies each by 10^-scale and rounds once.
func plainBigAsFloat(scale int, next func([]byte) ([]byte, []byte, error)) func([]byte, []float64) error {
	return func(src []byte, dst []float64) error {
		var n, wrap big.Int
		for i := range dst {
			value, rest, err := next(src)
			if err != nil {
				return err
			}
			src = rest
			n.SetBytes(value)
			if len(value) > 0 && value[0] >= 0x80 {
				n.Sub(&n, wrap.Lsh(big.NewInt(1), uint(8*len(value))))
			}
			text := append(n.Append(nil, 10), 'e')
			dst[i], _ = strconv.ParseFloat(string(strconv.AppendInt(text, int64(-scale), 10)), 64)
		}
		return nil
	}
}
