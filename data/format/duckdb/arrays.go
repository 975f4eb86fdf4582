package duckdb

import (
	"encoding/binary"
	"math"
	"strconv"
	"sync/atomic"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"

	"cardinal/data/number/calendar"
	"cardinal/internal/each"
)

func littleEndian(b []byte) uint64 { return binary.LittleEndian.Uint64(b) }

// array converts the vector to an Arrow array. infinite counts the dates and times that become null because they are
// infinite.
func (v *vector) array(infinite *atomic.Int64) arrow.Array {
	return array.MakeFromData(v.data(infinite))
}

func (v *vector) data(infinite *atomic.Int64) arrow.ArrayData {
	t := v.typ.arrow()
	switch v.typ.shape() {
	case structure, fixedLists:
		parts := each.Of(v.children, func(child *vector) arrow.ArrayData { return child.data(infinite) })
		return v.newData(t, []*memory.Buffer{v.validity()}, parts...)
	case list:
		offsets := make([]int64, 1, v.rows+1)
		offsets = append(offsets, v.ends...)
		return v.newData(t, []*memory.Buffer{v.validity(), buffer(arrow.Int64Traits.CastToBytes(offsets))},
			v.children[0].data(infinite))
	}
	switch v.typ.id {
	case typeBool:
		set := make([]byte, (v.rows+7)/8)
		for i, b := range v.fixed {
			if b != 0 {
				set[i/8] |= 1 << (i % 8)
			}
		}
		return v.newData(t, []*memory.Buffer{v.validity(), buffer(set)})
	case typeEnum:
		return v.enumData(t)
	case typeDecimal:
		width := 16
		if v.typ.digits <= mostLongDigits {
			width = 8
		}
		v.fixed = widen(v.fixed, v.rows, width)
	case typeUint128:
		v.fixed = widen(append([]byte(nil), v.fixed...), v.rows, 32)
		for i := range v.rows { // uint128 is unsigned
			clear(v.fixed[32*i+16 : 32*i+32])
		}
	case typeDate, typeMicros, typeMicrosUTC, typeSeconds, typeMillis, typeNanos:
		infinite.Add(v.dropInfinite())
	case typeUUID, typeInterval, typeTimeZoned:
		v.writeTexts()
	case typeBits:
		v.bitTexts()
	}
	if v.fixed != nil {
		return v.newData(t, []*memory.Buffer{v.validity(), buffer(v.fixed)})
	}
	return v.dictionaryData(t)
}

// dictionaryData makes a dictionary array: each text once, and the index of each row's text.
func (v *vector) dictionaryData(t arrow.DataType) arrow.ArrayData {
	numbers := v.texts.rows
	for i, n := range numbers {
		numbers[i] = max(n, 1) - 1
	}
	offsets := append(make([]int64, 1, len(v.texts.ends)+2), v.texts.ends...)
	if len(v.texts.ends) == 0 {
		offsets = append(offsets, 0) // a dictionary needs an entry, even if all rows are null
	}
	of := t.(*arrow.DictionaryType).ValueType //nolint:forcetypeassert // all texts have this type
	texts := array.NewData(of, len(offsets)-1, []*memory.Buffer{nil, buffer(arrow.Int64Traits.CastToBytes(offsets)),
		buffer(v.texts.bytes)}, nil, 0, 0)
	return array.NewDataWithDictionary(t, v.rows, []*memory.Buffer{v.validity(),
		buffer(arrow.Uint32Traits.CastToBytes(numbers))}, v.nulls(), 0, texts)
}

func (v *vector) newData(t arrow.DataType, buffers []*memory.Buffer, children ...arrow.ArrayData) arrow.ArrayData {
	return array.NewData(t, v.rows, buffers, children, v.nulls(), 0)
}

// nulls returns 0 if all rows have a value. Otherwise it returns UnknownNullCount, and Arrow counts the nulls.
func (v *vector) nulls() int {
	if v.valid == nil {
		return 0
	}
	return array.UnknownNullCount
}

func buffer(b []byte) *memory.Buffer { return memory.NewBufferBytes(b) }

// validity returns the validity bits of an Arrow array, or nil if all rows have a value.
func (v *vector) validity() *memory.Buffer {
	if v.valid == nil {
		return nil
	}
	b := make([]byte, (v.rows+7)/8)
	for i, valid := range v.valid {
		if valid {
			b[i/8] |= 1 << (i % 8)
		}
	}
	return buffer(b)
}

// enumData converts an enumeration to a dictionary array.
func (v *vector) enumData(t arrow.DataType) arrow.ArrayData {
	codes := make([]byte, 4*v.rows)
	w := 0
	if v.rows > 0 {
		w = len(v.fixed) / v.rows
	}
	for i := range v.rows {
		code := uint32(0)
		for j := w - 1; j >= 0; j-- {
			code = code<<8 | uint32(v.fixed[i*w+j])
		}
		if int(code) >= len(v.typ.labels) {
			if v.valid == nil || v.valid[i] {
				panic(errDamaged)
			}
			code = 0
		}
		binary.LittleEndian.PutUint32(codes[4*i:], code)
	}
	b := array.NewStringBuilder(memory.DefaultAllocator)
	b.AppendValues(v.typ.labels, nil)
	return array.NewDataWithDictionary(t, v.rows, []*memory.Buffer{v.validity(), buffer(codes)}, v.nulls(), 0,
		b.NewArray().Data().(*array.Data)) //nolint:forcetypeassert // a builder makes such data
}

// widen extends n signed numbers to `width` bytes each.
func widen(b []byte, n, width int) []byte {
	if n == 0 || len(b) == n*width {
		return b
	}
	w := len(b) / n
	out := make([]byte, n*width)
	for i := range n {
		copy(out[i*width:], b[i*w:(i+1)*w])
		if b[(i+1)*w-1]&0x80 != 0 {
			for j := i*width + w; j < (i+1)*width; j++ {
				out[j] = 0xFF
			}
		}
	}
	return out
}

// dropInfinite makes infinite dates and times null, and returns their number.
func (v *vector) dropInfinite() (n int64) {
	for i := range v.rows {
		infinite := false
		if v.typ.id == typeDate {
			d := int32(binary.LittleEndian.Uint32(v.fixed[4*i:]))
			infinite = d == math.MaxInt32 || d == -math.MaxInt32
		} else {
			d := int64(littleEndian(v.fixed[8*i:]))
			infinite = d == math.MaxInt64 || d == -math.MaxInt64
		}
		if infinite && (v.valid == nil || v.valid[i]) {
			if v.valid == nil {
				v.valid = allValid(v.rows)
			}
			v.valid[i] = false
			n++
		}
	}
	return n
}

// writeTexts replaces values by texts if package arrow reads no Arrow type for them.
func (v *vector) writeTexts() {
	w := 16
	if v.typ.id == typeTimeZoned {
		w = 8
	}
	for i := range v.rows {
		b := v.fixed[i*w : (i+1)*w]
		switch v.typ.id {
		case typeUUID:
			v.texts.bytes = appendUUID(v.texts.bytes, b)
		case typeInterval:
			v.texts.bytes = appendInterval(v.texts.bytes, int32(binary.LittleEndian.Uint32(b)),
				int32(binary.LittleEndian.Uint32(b[4:])), int64(littleEndian(b[8:])))
		case typeTimeZoned:
			v.texts.bytes = appendZoned(v.texts.bytes, littleEndian(b))
		}
		v.texts.end()
	}
	v.fixed = nil
}

// appendUUID writes a UUID. The file stores its first bit inverted, so that UUIDs sort like signed numbers.
func appendUUID(dst, b []byte) []byte {
	high, low := littleEndian(b[8:])^1<<63, littleEndian(b)
	const digits = "0123456789abcdef"
	for i := range 32 {
		if i == 8 || i == 12 || i == 16 || i == 20 {
			dst = append(dst, '-')
		}
		n := high
		if i >= 16 {
			n = low
		}
		dst = append(dst, digits[n>>(60-4*(i%16))&15])
	}
	return dst
}

// A time of day with an offset from UTC is packed into 64 bits. The lower offsetBits bits have mostOffset minus the
// offset in seconds. The upper bits have the microseconds.
const mostOffset, offsetBits = 16*3600 - 1, 24

// appendZoned writes a time of day with its offset from UTC as DuckDB does: 10:00:00+02.
func appendZoned(dst []byte, packed uint64) []byte {
	dst = calendar.AppendTimeOfDay(dst, int64(packed>>offsetBits), 6)
	east := mostOffset - int(packed&(1<<offsetBits-1))
	sign := byte('+')
	if east < 0 {
		sign, east = '-', -east
	}
	dst = append(dst, sign)
	dst = appendTwo(dst, east/3600)
	if east%3600 != 0 {
		dst = appendTwo(append(dst, ':'), east/60%60)
	}
	if east%60 != 0 {
		dst = appendTwo(append(dst, ':'), east%60)
	}
	return dst
}

func appendTwo(dst []byte, n int) []byte {
	if n < 10 {
		dst = append(dst, '0')
	}
	return strconv.AppendInt(dst, int64(n), 10)
}

// bitTexts makes texts such as 101 of bit strings. The first byte has the number of unused bits in the second byte.
func (v *vector) bitTexts() {
	var out rowTexts
	from := int64(0)
	for _, end := range v.texts.ends {
		b := v.texts.bytes[from:end]
		from = end
		if len(b) > 1 && b[0] < 8 {
			for i := int(b[0]); i < 8*(len(b)-1); i++ {
				out.bytes = append(out.bytes, '0'+b[1+i/8]>>(7-i%8)&1)
			}
		}
		out.ends = append(out.ends, int64(len(out.bytes)))
	}
	out.rows = v.texts.rows
	v.texts = out
}
