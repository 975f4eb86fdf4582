package data

// Type is the logical type of a column or a value.
type Type uint8

// The types. Null is the type of a missing value only; no column has it.
const (
	Null      Type = iota
	Int            // 64-bit integer; a sum may need 128 bits
	Decimal        // integer times 10^-scale: money stays exact
	Float          // float64
	Bool           //
	Text           // dictionary-encoded UTF-8
	Date           // days since 1970-01-01
	Timestamp      // 10^-scale seconds since 1970-01-01T00:00:00
)

var typeNames = [...]string{"null", "int", "decimal", "float", "bool", "text", "date", "timestamp"}

func (t Type) String() string { return typeNames[t] }

// Numeric reports whether sums and averages of the type make sense.
func (t Type) Numeric() bool { return t == Int || t == Decimal || t == Float }
