package clickhouse

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"cardinal/data"
)

// wire is the form in which values of a server type arrive.
type wire struct {
	name     string // without the types around it: UInt8, FixedString
	size     int    // bytes of a value; 0: the length precedes the value
	as       data.Type
	scale    int
	utc      bool
	nullable bool
	coded    bool // LowCardinality
	names    map[int64]string
	asText   bool // the server writes the values as texts
	wide     bool // values may have more than 64 bits, with a sign
}

// fixed has the types of fixed size without arguments.
var fixed = map[string]wire{
	"UInt8": {size: 1, as: data.Int}, "UInt16": {size: 2, as: data.Int}, "UInt32": {size: 4, as: data.Int},
	"UInt64": {size: 8, as: data.Int, wide: true},
	"Int8":   {size: 1, as: data.Int}, "Int16": {size: 2, as: data.Int}, "Int32": {size: 4, as: data.Int},
	"Int64":   {size: 8, as: data.Int},
	"Float32": {size: 4, as: data.Float}, "Float64": {size: 8, as: data.Float}, "Bool": {size: 1, as: data.Bool},
	"Date": {size: 2, as: data.Date}, "Date32": {size: 4, as: data.Date},
	"DateTime": {size: 4, as: data.Timestamp, utc: true},
	"UUID":     {size: 16, as: data.Text}, "String": {as: data.Text}, "Nothing": {size: 1},
	"Int128": {size: 16, as: data.Int, wide: true}, "UInt128": {size: 16, as: data.Int, wide: true},
	"Int256": {size: 32, as: data.Int, wide: true}, "UInt256": {size: 32, as: data.Int, wide: true},
	"IPv4": {size: 4, as: data.Text, asText: true}, "IPv6": {size: 16, as: data.Text, asText: true},
}

// typeOf reads a type of the server. w.as is data.Null if Cardinal does not read the type. ok is false if not even the
// size of its values is known.
func typeOf(declared string) (w wire, ok bool) {
	name, rest, has := strings.Cut(declared, "(")
	arguments := strings.TrimSuffix(rest, ")")
	if has && !strings.HasSuffix(rest, ")") {
		return w, false
	}
	switch name {
	case "Nullable", "LowCardinality":
		w, ok = typeOf(arguments)
		if name == "Nullable" {
			w.nullable = true
		} else {
			w.coded = true
		}
		return w, ok
	case "SimpleAggregateFunction": // its values have the type of its second argument
		_, of, _ := strings.Cut(arguments, ",")
		return typeOf(strings.TrimSpace(of))
	case "Time", "Time64", "Array", "Map", "Tuple", "JSON", "Variant", "Dynamic", "Point", "Ring", "LineString",
		"MultiLineString", "Polygon", "MultiPolygon":
		return wire{name: name, as: data.Text, asText: true}, true
	case "FixedString":
		n, err := strconv.Atoi(arguments)
		return wire{name: name, size: n, as: data.Text}, err == nil && n > 0
	case "Decimal":
		return decimalOf(arguments)
	case "DateTime64":
		scale, _, _ := strings.Cut(arguments, ",")
		n, err := strconv.Atoi(strings.TrimSpace(scale))
		return wire{name: name, size: 8, as: data.Timestamp, scale: n, utc: true}, err == nil && n >= 0 && n <= 9
	case "Enum8", "Enum16":
		names, err := namesOf(arguments)
		return wire{name: name, size: map[string]int{"Enum8": 1, "Enum16": 2}[name], as: data.Text, names: names},
			err == nil
	}
	w, ok = fixed[name]
	w.name = name
	return w, ok
}

// decimalOf reads the arguments of a Decimal: digits and places.
func decimalOf(arguments string) (w wire, ok bool) {
	p, s, _ := strings.Cut(arguments, ",")
	precision, err1 := strconv.Atoi(strings.TrimSpace(p))
	scale, err2 := strconv.Atoi(strings.TrimSpace(s))
	w = wire{name: "Decimal", scale: scale, as: data.Decimal}
	switch {
	case precision <= 9:
		w.size = 4
	case precision <= 18:
		w.size = 8
	case precision <= 38:
		w.size = 16
	default:
		w.size = 32
	}
	w.wide = precision > 18
	switch {
	case scale > maxScale:
		w.as = data.Float
	case scale == 0:
		w.as = data.Int
	}
	return w, err1 == nil && err2 == nil
}

// namesOf reads the arguments of an Enum: 'a' = 1, 'b\'c' = -2.
func namesOf(arguments string) (map[int64]string, error) {
	names := map[int64]string{}
	for rest := strings.TrimSpace(arguments); rest != ""; {
		if rest[0] != '\'' {
			return nil, fmt.Errorf("%q begins with no name", rest)
		}
		var name strings.Builder
		i := 1
		for ; i < len(rest) && rest[i] != '\''; i++ {
			if rest[i] == '\\' && i+1 < len(rest) {
				i++
			}
			name.WriteByte(rest[i])
		}
		if i >= len(rest) {
			return nil, fmt.Errorf("%q has no end", rest)
		}
		_, after, _ := strings.Cut(rest[i+1:], "=")
		number, next, _ := strings.Cut(after, ",")
		n, err := strconv.ParseInt(strings.TrimSpace(number), 10, 16)
		if err != nil {
			return nil, err
		}
		names[n] = name.String()
		rest = strings.TrimSpace(next)
	}
	return names, nil
}

// integer reads a value of an integer type, and reports whether it fits 64 bits.
func (w wire) integer(b []byte) (int64, bool) {
	unsigned := strings.HasPrefix(w.name, "U") || w.name == "Bool" || w.name == "Date" || w.name == "DateTime"
	switch len(b) {
	case 1:
		if unsigned {
			return int64(b[0]), true
		}
		return int64(int8(b[0])), true
	case 2:
		n := binary.LittleEndian.Uint16(b)
		if unsigned {
			return int64(n), true
		}
		return int64(int16(n)), true
	case 4:
		n := binary.LittleEndian.Uint32(b)
		if unsigned {
			return int64(n), true
		}
		return int64(int32(n)), true
	case 8:
		n := binary.LittleEndian.Uint64(b)
		return int64(n), !unsigned || n <= math.MaxInt64
	}
	low := int64(binary.LittleEndian.Uint64(b))
	if unsigned && low < 0 {
		return 0, false
	}
	for rest := b[8:]; len(rest) >= 8; rest = rest[8:] {
		if int64(binary.LittleEndian.Uint64(rest)) != low>>63 {
			return 0, false
		}
	}
	return low, true
}

// maxScale is the greatest number of places of a decimal of 64 bits.
const maxScale = 18

// float reads a decimal of any length, and rounds it once.
func (w wire) float(b []byte) (float64, error) {
	if n, ok := w.integer(b); ok && n>>53 == n>>63 && w.scale <= 22 {
		return float64(n) / math.Pow10(w.scale), nil // both floats are exact, so only the division rounds
	}
	bytes := slices.Clone(b)
	slices.Reverse(bytes)
	n := new(big.Int).SetBytes(bytes)
	if bytes[0] >= 0x80 {
		n.Sub(n, new(big.Int).Lsh(big.NewInt(1), uint(8*len(b))))
	}
	return strconv.ParseFloat(fmt.Sprintf("%de-%d", n, w.scale), 64)
}

// uuid writes a UUID, which arrives as two numbers.
func uuid(b []byte) []byte {
	high, low := binary.LittleEndian.Uint64(b), binary.LittleEndian.Uint64(b[8:])
	return fmt.Appendf(nil, "%08x-%04x-%04x-%04x-%012x", high>>32, high>>16&0xffff, high&0xffff, low>>48, low&(1<<48-1))
}
