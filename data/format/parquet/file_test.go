package parquet

import (
	"encoding/binary"
	"hash/crc32"
)

// compact writes Thrift's compact protocol: a field has the difference of its number from the number before.
type compact []byte

func (c *compact) int(distance, kind byte, v int64) {
	*c = binary.AppendUvarint(append(*c, distance<<4|kind), uint64(v<<1)^uint64(v>>63))
}

func (c *compact) text(distance byte, s string) {
	*c = append(binary.AppendUvarint(append(*c, distance<<4|thriftBinary), uint64(len(s))), s...)
}

func (c *compact) raw(b ...byte) { *c = append(*c, b...) }

// leaf is a file of one required column and one page.
type leaf struct {
	physical int64
	width    int64  // of fixed-length bytes
	logical  []byte // the LogicalType, as it is stored
	encoding int64
	codec    int64
	values   int64
	rows     int64 // what the row group declares; 0: values
	size     int64 // what the page declares; 0: that of its bytes
	page     []byte
	repeated bool // the column is
	checked  bool
	wrong    bool // the checksum is another page's
}

func (l leaf) file() []byte {
	if l.rows == 0 {
		l.rows = l.values
	}
	if l.size == 0 {
		l.size = int64(len(l.page))
	}
	var h compact
	h.int(1, thriftI32, int64(dataPage))
	h.int(1, thriftI32, l.size)
	h.int(1, thriftI32, int64(len(l.page)))
	distance := byte(2)
	if l.checked {
		sum := crc32.ChecksumIEEE(l.page)
		if l.wrong {
			sum++
		}
		h.int(1, thriftI32, int64(int32(sum)))
		distance = 1
	}
	h.raw(distance<<4 | thriftStruct)
	h.int(1, thriftI32, l.values)
	h.int(1, thriftI32, l.encoding)
	h.int(1, thriftI32, 3) // RLE
	h.int(1, thriftI32, 3)
	h.raw(0, 0)

	var m compact
	m.int(1, thriftI32, 2)                    // version
	m.raw(1<<4|thriftList, 2<<4|thriftStruct) // schema
	m.text(4, "root")
	m.int(1, thriftI32, 1)
	m.raw(0)
	m.int(1, thriftI32, l.physical)
	m.int(1, thriftI32, l.width)
	if l.repeated {
		m.int(1, thriftI32, 2)
	} else {
		m.int(1, thriftI32, 0) // required
	}
	m.text(1, "a")
	if l.logical != nil {
		m.raw(6<<4 | thriftStruct)
		m.raw(l.logical...)
	}
	m.raw(0)
	m.int(1, thriftI64, l.rows)
	m.raw(1<<4|thriftList, 1<<4|thriftStruct) // row groups
	m.raw(1<<4|thriftList, 1<<4|thriftStruct) // columns
	m.int(2, thriftI64, 4)
	m.raw(1<<4 | thriftStruct)
	m.int(1, thriftI32, l.physical)
	m.raw(1<<4|thriftList, 1<<4|thriftI32, byte(l.encoding<<1))
	m.raw(1<<4|thriftList, 1<<4|thriftBinary, 1, 'a')
	m.int(1, thriftI32, l.codec)
	if l.repeated {
		m.int(1, thriftI64, l.values)
	} else {
		m.int(1, thriftI64, l.rows)
	}
	m.int(1, thriftI64, int64(len(h)+len(l.page)))
	m.int(1, thriftI64, int64(len(h)+len(l.page)))
	m.int(2, thriftI64, 4)
	m.raw(0, 0)
	m.int(1, thriftI64, int64(len(l.page)))
	m.int(1, thriftI64, l.rows)
	m.raw(0, 0)

	out := append([]byte("PAR1"), h...)
	out = append(append(out, l.page...), m...)
	return append(binary.LittleEndian.AppendUint32(out, uint32(len(m))), "PAR1"...)
}

// Numbers of the format's types, encodings and codecs.
const (
	int64Type, doubleType, bytesType, fixedType      = 2, 5, 6, 7
	plainEncoding, deltaEncoding, deltaBytesEncoding = 0, 5, 7
	splitEncoding                                    = 9
	snappyCodec, zstdCodec                           = 1, 6
)

func plainInts(values ...int64) []byte {
	var out []byte
	for _, v := range values {
		out = binary.LittleEndian.AppendUint64(out, uint64(v))
	}
	return out
}

// packed encodes values as DELTA_BINARY_PACKED, with blocks of 128 values in four parts.
func packed(values []int64) []byte {
	var out compact
	out = binary.AppendUvarint(out, 128)
	out = binary.AppendUvarint(out, 4)
	out = binary.AppendUvarint(out, uint64(len(values)))
	out = binary.AppendVarint(out, values[0])
	for from := 1; from < len(values); from += 128 {
		block := make([]int64, min(128, len(values)-from))
		least := values[from] - values[from-1]
		for i := range block {
			block[i] = values[from+i] - values[from+i-1]
			least = min(least, block[i])
		}
		out = binary.AppendVarint(out, least)
		widths := len(out)
		out.raw(0, 0, 0, 0)
		for part := 0; part*32 < len(block); part++ {
			some := block[part*32 : min(part*32+32, len(block))]
			width := 0
			for _, v := range some {
				for width < 64 && uint64(v-least)>>width != 0 {
					width++
				}
			}
			out[widths+part] = byte(width)
			bits := make([]byte, 4*width)
			for i, v := range some {
				for b := range width {
					at := i*width + b
					bits[at>>3] |= byte(uint64(v-least)>>b&1) << (at & 7)
				}
			}
			out.raw(bits...)
		}
	}
	return out
}
