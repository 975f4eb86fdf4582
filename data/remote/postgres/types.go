package postgres

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"strconv"

	"github.com/jackc/pgx/v5/pgtype"

	"cardinal/data"
	"cardinal/data/remote"
)

// The days and the microseconds from 1970 to 2000, which is day 0 of PostgreSQL.
const (
	epochDays   = 10957
	epochMicros = epochDays * 86400 * 1000000
)

// moneyOID is the number of the type money.
const moneyOID = 790

// column sets how values of a type are read. base is the number of the type or, for a domain, of its underlying type.
// modifier is the column's modifier, with the digits and places of a numeric. words is true for an enumeration.
func column(c *remote.Column, base uint32, modifier int64, words bool) {
	switch base {
	case pgtype.BoolOID:
		c.Type = data.Bool
	case pgtype.Int2OID, pgtype.Int4OID, pgtype.Int8OID:
		c.Type = data.Int
	case pgtype.Float4OID, pgtype.Float8OID:
		c.Type = data.Float
	case pgtype.TextOID, pgtype.VarcharOID, pgtype.BPCharOID, pgtype.NameOID, pgtype.UUIDOID:
		c.Type = data.Text
	case pgtype.DateOID:
		c.Type, c.Nullable = data.Date, true // infinity is null
	case pgtype.TimestampOID:
		c.Type, c.Scale, c.Nullable = data.Timestamp, 6, true
	case pgtype.TimestamptzOID:
		c.Type, c.Scale, c.UTC, c.Nullable = data.Timestamp, 6, true, true
	case pgtype.NumericOID:
		digits, places := int(modifier-4)>>16, int(modifier-4)&0x7ff
		if modifier < 4 || digits > 18 || places > digits { // places above 1,023 stand for negative places
			c.Type, c.Found = data.Float, true // until the values are checked
			return
		}
		if c.Type, c.Scale = data.Decimal, places; places == 0 {
			c.Type = data.Int
		}
	case moneyOID:
		c.Type, c.AsNumber = data.Decimal, true // the number of places depends on the server's language
	case pgtype.ByteaOID: // not read: such values may be long
	default: // every type has a text: lists, ranges, documents, addresses of the net, times of day
		c.Type, c.AsText = data.Text, !words
	}
}

// valueReader returns the function that appends a value from the server to a column.
func valueReader(b *remote.Builder, oid uint32) (func(*remote.Builder, []byte) error, error) {
	switch t := b.Result().Type; {
	case oid == pgtype.BoolOID && t == data.Bool, t == data.Int && (oid == pgtype.Int2OID || oid == pgtype.Int4OID ||
		oid == pgtype.Int8OID):
		return integer, nil
	case t == data.Float && oid == pgtype.Float4OID:
		return func(b *remote.Builder, v []byte) error {
			b.Float(float64(math.Float32frombits(binary.BigEndian.Uint32(v))))
			return nil
		}, nil
	case t == data.Float && oid == pgtype.Float8OID:
		return func(b *remote.Builder, v []byte) error {
			b.Float(math.Float64frombits(binary.BigEndian.Uint64(v)))
			return nil
		}, nil
	case t == data.Date && oid == pgtype.DateOID:
		return func(b *remote.Builder, v []byte) error {
			n := int32(binary.BigEndian.Uint32(v))
			if n == math.MaxInt32 || n == math.MinInt32 {
				return b.ValueError("infinity")
			}
			b.Int(int64(n) + epochDays)
			return nil
		}, nil
	case t == data.Timestamp && b.Result().Scale == 6 && (oid == pgtype.TimestampOID || oid == pgtype.TimestamptzOID):
		return func(b *remote.Builder, v []byte) error {
			n := int64(binary.BigEndian.Uint64(v))
			if n > math.MaxInt64-epochMicros || n == math.MinInt64 {
				return b.ValueError("infinity")
			}
			b.Int(n + epochMicros)
			return nil
		}, nil
	case t == data.Float && oid == pgtype.NumericOID:
		return numericFloat, nil
	case (t == data.Decimal || t == data.Int) && oid == pgtype.NumericOID:
		return numeric, nil
	case t == data.Text && oid == pgtype.UUIDOID:
		return func(b *remote.Builder, v []byte) error {
			b.Text(fmt.Appendf(nil, "%x-%x-%x-%x-%x", v[:4], v[4:6], v[6:8], v[8:10], v[10:]))
			return nil
		}, nil
	case t == data.Text && oid == pgtype.BPCharOID:
		return func(b *remote.Builder, v []byte) error {
			b.Text(bytes.TrimRight(v, " "))
			return nil
		}, nil
	case t == data.Text && (oid == pgtype.TextOID || oid == pgtype.VarcharOID || oid == pgtype.NameOID ||
		oid >= firstOwn):
		return func(b *remote.Builder, v []byte) error {
			b.Text(v)
			return nil
		}, nil
	}
	return nil, b.TypeError(fmt.Sprintf("number %d", oid))
}

// firstOwn is the first number of a type that is not built into PostgreSQL, such as an enumeration.
const firstOwn = 16384

func integer(b *remote.Builder, v []byte) error {
	switch len(v) {
	case 1:
		b.Int(int64(v[0]))
	case 2:
		b.Int(int64(int16(binary.BigEndian.Uint16(v))))
	case 4:
		b.Int(int64(int32(binary.BigEndian.Uint32(v))))
	default:
		b.Int(int64(binary.BigEndian.Uint64(v)))
	}
	return nil
}

// numericFloat reads a numeric as a float, and rounds it once.
func numericFloat(b *remote.Builder, v []byte) error {
	digits, weight, sign := int(binary.BigEndian.Uint16(v)), int(int16(binary.BigEndian.Uint16(v[2:]))),
		binary.BigEndian.Uint16(v[4:])
	switch sign {
	case 0xC000:
		b.Float(math.NaN())
		return nil
	case 0xD000, 0xF000:
		b.Float(math.Inf(0xE000 - int(sign)))
		return nil
	}
	text := []byte("0")
	for i := range digits {
		text = fmt.Appendf(text, "%04d", binary.BigEndian.Uint16(v[8+2*i:]))
	}
	f, err := strconv.ParseFloat(fmt.Sprintf("%se%d", text, 4*(weight-digits+1)), 64)
	if err != nil {
		return b.ValueError("beyond the range of floats")
	}
	if sign != 0 {
		f = -f
	}
	b.Float(f)
	return nil
}

// numeric reads a numeric as an integer in units of the column's last place. The digits have base 10,000, and the
// weight is the power of 10,000 that the first digit is multiplied by.
func numeric(b *remote.Builder, v []byte) error {
	digits, weight, sign := int(binary.BigEndian.Uint16(v)), int(int16(binary.BigEndian.Uint16(v[2:]))),
		binary.BigEndian.Uint16(v[4:])
	if sign != 0 && sign != 0x4000 {
		return b.ValueError(map[uint16]string{0xC000: "NaN", 0xD000: "infinity", 0xF000: "-infinity"}[sign])
	}
	scale := b.Result().Scale
	n, most := uint64(0), uint64(math.MaxInt64)
	if sign != 0 {
		most++
	}
	for i := range digits {
		digit := uint64(binary.BigEndian.Uint16(v[8+2*i:]))
		places := 4*(weight-i) + scale // the power of ten that multiplies the digit
		for ; places < 0; places++ {
			if digit%10 != 0 {
				return b.ValueError("of more places")
			}
			digit /= 10
		}
		for ; places > 0 && digit > 0; places-- {
			if digit > math.MaxInt64/10 {
				return b.ValueError("of more than 64 bits")
			}
			digit *= 10
		}
		if n += digit; n > most {
			return b.ValueError("of more than 64 bits")
		}
	}
	if sign != 0 {
		b.Int(-int64(n))
	} else {
		b.Int(int64(n))
	}
	return nil
}
