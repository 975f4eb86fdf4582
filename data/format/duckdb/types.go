package duckdb

import (
	"fmt"

	"github.com/apache/arrow-go/v18/arrow"
)

// Types of columns (LogicalTypeId).
const (
	typeNull        = 1
	typeBool        = 10
	typeInt8        = 11
	typeInt16       = 12
	typeInt32       = 13
	typeInt64       = 14
	typeDate        = 15
	typeTime        = 16
	typeSeconds     = 17
	typeMillis      = 18
	typeMicros      = 19
	typeNanos       = 20
	typeDecimal     = 21
	typeFloat32     = 22
	typeFloat64     = 23
	typeChar        = 24
	typeText        = 25
	typeBytes       = 26
	typeInterval    = 27
	typeUint8       = 28
	typeUint16      = 29
	typeUint32      = 30
	typeUint64      = 31
	typeMicrosUTC   = 32
	typeTimeZoned   = 34
	typeTimeNanos   = 35
	typeBits        = 36
	typeBigNumber   = 39
	typeUint128     = 49
	typeInt128      = 50
	typeUUID        = 54
	typeGeometry    = 60
	typeStruct      = 100
	typeList        = 101
	typeMap         = 102
	typeEnum        = 104
	typeState       = 105
	typeUnion       = 107
	typeArray       = 108
	typeVariant     = 109
	mostOfByte      = 1<<8 - 1
	mostOfTwoBytes  = 1<<16 - 1
	mostSmallDigits = 4
	mostIntDigits   = 9
	mostLongDigits  = 18
)

// Kinds of additional information on a type (ExtraTypeInfoType).
const (
	extraDecimal        = 2
	extraText           = 3
	extraList           = 4
	extraStruct         = 5
	extraEnum           = 6
	extraUser           = 7
	extraAggregateState = 8
	extraArray          = 9
	extraAny            = 10
	extraLiteral        = 11
	extraTemplate       = 12
	extraGeometry       = 13
)

// logical is the type of a column, or of the elements or fields of a column.
type logical struct {
	id       uint64
	digits   uint64 // of decimals
	scale    uint64 // of decimals
	labels   []string
	names    []string   // of the fields of a structure
	children []*logical // of a structure, or the elements of a list or an array
	length   uint64     // of an array
	alias    string     // the name that the database or an extension gives to the type
}

// typeOf returns the type that an object of class LogicalType describes.
func typeOf(o object) *logical {
	extra := o.object(101)
	t := &logical{id: o.number(100), alias: extra.text(101)}
	switch extra.number(100) {
	case extraDecimal:
		t.digits, t.scale = extra.number(200), extra.number(201)
	case extraList, extraArray:
		t.children, t.length = []*logical{typeOf(extra.object(200))}, extra.number(201)
	case extraEnum:
		for _, l := range extra.list(201) {
			label, _ := l.(string)
			t.labels = append(t.labels, label)
		}
	case extraStruct:
		for _, pair := range extra.list(200) {
			p, _ := pair.([2]any)
			name, _ := p[0].(string)
			child, _ := p[1].(object)
			t.names, t.children = append(t.names, name), append(t.children, typeOf(child))
		}
	}
	if shape := t.shape(); (shape == list || shape == fixedLists) && len(t.children) != 1 {
		panic(errDamaged)
	}
	return t
}

// shape says which columns a column consists of.
type shape int

const (
	flat       shape = iota // only values
	structure               // a column for each field
	list                    // a column of the elements, and the end of each row's elements
	fixedLists              // a column of the elements; each row has the same number of elements
)

func (t *logical) shape() shape {
	switch t.id {
	case typeStruct, typeUnion:
		return structure
	case typeList, typeMap:
		return list
	case typeArray:
		return fixedLists
	}
	return flat
}

// physical returns how the values of a flat type are stored, and false for an unknown type.
func (t *logical) physical() (physical, bool) {
	switch t.id {
	case typeBool, typeInt8, typeNull:
		return int8s, true
	case typeInt16:
		return int16s, true
	case typeInt32, typeDate:
		return int32s, true
	case typeInt64, typeTime, typeTimeNanos, typeSeconds, typeMillis, typeMicros, typeNanos, typeMicrosUTC,
		typeTimeZoned:
		return int64s, true
	case typeUint8:
		return uint8s, true
	case typeUint16:
		return uint16s, true
	case typeUint32:
		return uint32s, true
	case typeUint64:
		return uint64s, true
	case typeInt128, typeUUID:
		return int128s, true
	case typeUint128:
		return uint128s, true
	case typeFloat32:
		return float32s, true
	case typeFloat64:
		return float64s, true
	case typeChar, typeText, typeBytes, typeBits, typeBigNumber, typeGeometry:
		return texts, true
	case typeInterval:
		return intervals, true
	case typeDecimal:
		switch {
		case t.digits <= mostSmallDigits:
			return int16s, true
		case t.digits <= mostIntDigits:
			return int32s, true
		case t.digits <= mostLongDigits:
			return int64s, true
		}
		return int128s, true
	case typeEnum:
		switch n := len(t.labels); {
		case n <= mostOfByte:
			return uint8s, true
		case n <= mostOfTwoBytes:
			return uint16s, true
		}
		return uint32s, true
	}
	return 0, false
}

// arrow returns the type of an Arrow array of the values, or nil if Cardinal does not read them.
func (t *logical) arrow() arrow.DataType {
	switch t.id {
	case typeBool:
		return arrow.FixedWidthTypes.Boolean
	case typeInt8:
		return arrow.PrimitiveTypes.Int8
	case typeInt16:
		return arrow.PrimitiveTypes.Int16
	case typeInt32:
		return arrow.PrimitiveTypes.Int32
	case typeInt64:
		return arrow.PrimitiveTypes.Int64
	case typeUint8:
		return arrow.PrimitiveTypes.Uint8
	case typeUint16:
		return arrow.PrimitiveTypes.Uint16
	case typeUint32:
		return arrow.PrimitiveTypes.Uint32
	case typeUint64:
		return arrow.PrimitiveTypes.Uint64
	case typeFloat32:
		return arrow.PrimitiveTypes.Float32
	case typeFloat64:
		return arrow.PrimitiveTypes.Float64
	case typeDate:
		return arrow.FixedWidthTypes.Date32
	case typeTime:
		return arrow.FixedWidthTypes.Time64us
	case typeTimeNanos:
		return arrow.FixedWidthTypes.Time64ns
	case typeSeconds:
		return &arrow.TimestampType{Unit: arrow.Second}
	case typeMillis:
		return &arrow.TimestampType{Unit: arrow.Millisecond}
	case typeMicros:
		return &arrow.TimestampType{Unit: arrow.Microsecond}
	case typeNanos:
		return &arrow.TimestampType{Unit: arrow.Nanosecond}
	case typeMicrosUTC:
		return &arrow.TimestampType{Unit: arrow.Microsecond, TimeZone: "UTC"}
	case typeDecimal:
		if t.digits <= mostLongDigits {
			return &arrow.Decimal64Type{Precision: int32(t.digits), Scale: int32(t.scale)}
		}
		return &arrow.Decimal128Type{Precision: int32(t.digits), Scale: int32(t.scale)}
	case typeInt128:
		return &arrow.Decimal128Type{Precision: 38}
	case typeUint128:
		return &arrow.Decimal256Type{Precision: 39}
	case typeChar, typeText, typeUUID, typeBits, typeInterval, typeTimeZoned:
		return dictionaryOf(arrow.BinaryTypes.LargeString)
	case typeBytes:
		return dictionaryOf(arrow.BinaryTypes.LargeBinary)
	case typeEnum:
		return &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Uint32, ValueType: arrow.BinaryTypes.String,
			Ordered: true}
	}
	return t.arrowOfParts()
}

// dictionaryOf returns a dictionary type, which stores each distinct value once.
func dictionaryOf(of arrow.DataType) arrow.DataType {
	return &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Uint32, ValueType: of}
}

// arrowOfParts does what arrow does for structs and lists.
func (t *logical) arrowOfParts() arrow.DataType {
	if t.id == typeUnion { // a struct would not show which field has the value
		return nil
	}
	var parts []arrow.Field
	for i, child := range t.children {
		f := arrow.Field{Type: child.arrow(), Nullable: true}
		if t.shape() == structure {
			f.Name = t.names[i]
		}
		if f.Type == nil {
			return nil
		}
		parts = append(parts, f)
	}
	switch t.shape() {
	case structure:
		return arrow.StructOf(parts...)
	case fixedLists:
		if t.length == 0 || t.length > 1<<20 {
			panic(errDamaged)
		}
		return arrow.FixedSizeListOf(int32(t.length), parts[0].Type)
	case list:
		return arrow.LargeListOf(parts[0].Type)
	}
	return nil
}

// name returns a name of the type for the note on columns that are left out.
func (t *logical) name() string {
	switch t.id {
	case typeUnion:
		return "UNION"
	case typeBigNumber:
		return "BIGNUM"
	case typeGeometry:
		return "GEOMETRY"
	case typeVariant:
		return "VARIANT"
	case typeState:
		return "AGGREGATE_STATE"
	case typeStruct:
		return "STRUCT"
	case typeList, typeMap, typeArray:
		return "LIST"
	}
	if t.alias != "" {
		return fmt.Sprintf("%s, type %d of DuckDB", t.alias, t.id)
	}
	return fmt.Sprintf("type %d of DuckDB", t.id)
}
