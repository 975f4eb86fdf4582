package tdstest

import (
	"encoding/binary"
	"math"
	"math/big"
	"strings"
	"time"
)

// Column is a column of an answer.
type Column struct {
	name  string
	kind  []byte             // the type, as the protocol writes it
	value func(v any) []byte // a value, as the protocol writes it
}

// sized writes a value after its length in a byte; no bytes: null.
func sized(of func(v any) []byte) func(v any) []byte {
	return func(v any) []byte {
		if v == nil {
			return []byte{0}
		}
		b := of(v)
		return append([]byte{byte(len(b))}, b...)
	}
}

// BigInt returns a column of bigint, with values of type int.
func BigInt(name string) Column {
	return Column{name, []byte{0x26, 8}, sized(func(v any) []byte {
		return binary.LittleEndian.AppendUint64(nil, uint64(v.(int)))
	})}
}

// TinyInt returns a column of tinyint, with values of type int.
func TinyInt(name string) Column {
	return Column{name, []byte{0x26, 1}, sized(func(v any) []byte { return []byte{byte(v.(int))} })}
}

// Bit returns a column of bit, with values of type bool.
func Bit(name string) Column {
	return Column{name, []byte{0x68, 1}, sized(func(v any) []byte {
		return []byte{map[bool]byte{true: 1}[v.(bool)]}
	})}
}

// Float returns a column of float, with values of type float64.
func Float(name string) Column {
	return Column{name, []byte{0x6d, 8}, sized(func(v any) []byte {
		return binary.LittleEndian.AppendUint64(nil, math.Float64bits(v.(float64)))
	})}
}

// Real returns a column of real, with values of type float32.
func Real(name string) Column {
	return Column{name, []byte{0x6d, 4}, sized(func(v any) []byte {
		return binary.LittleEndian.AppendUint32(nil, math.Float32bits(v.(float32)))
	})}
}

// Money returns a column of money, whose values are whole numbers of 10000ths, of type int.
func Money(name string) Column {
	return Column{name, []byte{0x6e, 8}, sized(func(v any) []byte {
		n := uint64(v.(int))
		return binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(nil, uint32(n>>32)), uint32(n))
	})}
}

// Decimal returns a column of decimal(38,scale), with digits as values.
func Decimal(name string, scale int) Column {
	return Column{name, []byte{0x6a, 17, 38, byte(scale)}, sized(func(v any) []byte {
		whole, places, _ := strings.Cut(v.(string), ".")
		n, _ := new(big.Int).SetString(whole+places+strings.Repeat("0", scale-len(places)), 10)
		b := make([]byte, 17)
		if n.Sign() >= 0 {
			b[0] = 1
		}
		for i, digit := range new(big.Int).Abs(n).FillBytes(make([]byte, 16)) {
			b[16-i] = digit
		}
		return b
	})}
}

// days returns the number of a day since the year 1, in three bytes.
func days(at time.Time) []byte {
	n := (at.Unix() + 719162*86400) / 86400
	return []byte{byte(n), byte(n >> 8), byte(n >> 16)}
}

// Date returns a column of date, with values of type time.Time.
func Date(name string) Column {
	return Column{name, []byte{0x28}, sized(func(v any) []byte { return days(v.(time.Time)) })}
}

// DateTime2 returns a column of datetime2(7), with values of type time.Time.
func DateTime2(name string) Column {
	return Column{name, []byte{0x2a, 7}, sized(func(v any) []byte {
		at := v.(time.Time)
		units := uint64(at.Sub(at.Truncate(24*time.Hour)) / 100)
		return append(binary.LittleEndian.AppendUint64(nil, units)[:5], days(at)...)
	})}
}

// Text returns a column of nvarchar(4000), with values of type string.
func Text(name string) Column {
	return Column{name, []byte{0xe7, 0x40, 0x1f, 9, 4, 0xd0, 0, 0x34}, func(v any) []byte {
		if v == nil {
			return []byte{0xff, 0xff}
		}
		b := units(v.(string))
		return append(binary.LittleEndian.AppendUint16(nil, uint16(len(b))), b...)
	}}
}
