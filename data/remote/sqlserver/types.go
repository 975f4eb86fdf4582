package sqlserver

import (
	"database/sql/driver"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"cardinal/data"
	"cardinal/data/remote"
)

// mostPlaces is the greatest number of places of decimals that are compared with any number of 64 bits: both then fit
// the server's 38 digits, and are not rounded.
const mostPlaces = 19

// declare writes the type of a column as the server declares columns, such as decimal(18,2). size is in bytes, or -1.
func declare(kind string, size, digits, places int64) string {
	switch kind {
	case "decimal", "numeric":
		return fmt.Sprintf("%s(%d,%d)", kind, digits, places)
	case "datetime2", "datetimeoffset", "time":
		return fmt.Sprintf("%s(%d)", kind, places)
	case "nchar", "nvarchar":
		size /= 2
	case "char", "varchar":
	default:
		return kind
	}
	if size <= 0 || size > 8000 {
		return kind + "(max)"
	}
	return fmt.Sprintf("%s(%d)", kind, size)
}

// setType sets how values of a column are read, by the column's declared type.
func setType(c *remote.Column) {
	kind, rest, _ := strings.Cut(c.Declared, "(")
	size, places := 0, 0
	_, _ = fmt.Sscanf(rest, "%d,%d", &size, &places)
	switch kind {
	case "tinyint", "smallint", "int", "bigint":
		c.Type = data.Int
	case "bit":
		c.Type = data.Bool
	case "float", "real":
		c.Type = data.Float
	case "money", "smallmoney":
		c.Type, c.Scale, c.AsNumber = data.Decimal, 4, true
	case "decimal", "numeric":
		switch {
		case size > 18:
			c.Type, c.Found = data.Float, true // until the values are checked
		case places == 0:
			c.Type = data.Int
		default:
			c.Type, c.Scale = data.Decimal, places
		}
	case "date":
		c.Type = data.Date
	case "datetime2":
		c.Type, c.Scale = data.Timestamp, size
	case "datetime":
		c.Type, c.Scale, c.AsNumber = data.Timestamp, 3, true
	case "smalldatetime":
		c.Type, c.AsNumber = data.Timestamp, true
	case "datetimeoffset":
		c.Type, c.Scale, c.UTC, c.AsNumber = data.Timestamp, size, true, true
	case "nchar", "nvarchar":
		c.Type = data.Text
	case "char", "varchar", "uniqueidentifier", "time", "xml", "json":
		c.Type, c.AsText = data.Text, true
	}
}

// put appends a value of the driver to a column. Decimals and money arrive as bytes with their digits.
func put(b *remote.Builder, v driver.Value) error {
	of := b.Result()
	switch v := v.(type) {
	case int64:
		if of.Type == data.Int {
			b.Int(v)
			return nil
		}
	case bool:
		if of.Type == data.Bool {
			b.Int(map[bool]int64{true: 1}[v])
			return nil
		}
	case float32:
		return put(b, float64(v))
	case float64:
		if of.Type == data.Float {
			b.Float(v)
			return nil
		}
	case string:
		if of.Type == data.Text {
			b.Text([]byte(v))
			return nil
		}
	case time.Time:
		if of.Type.Temporal() {
			n, ok := moment(v, of)
			if !ok {
				return b.ValueError(v.UTC().Format("2006-01-02 15:04:05.9999999"))
			}
			b.Int(n)
			return nil
		}
	case []byte:
		f, err := strconv.ParseFloat(string(v), 64)
		n, ok := remote.WholeNumber(string(v), of.Scale)
		switch whole := of.Type == data.Int || of.Type == data.Decimal; {
		case err != nil:
		case of.Type == data.Float:
			b.Float(f)
			return nil
		case whole && !ok:
			return b.ValueError(string(v))
		case whole:
			b.Int(n)
			return nil
		}
	}
	return b.TypeError(fmt.Sprintf("of %T", v))
}

// moment returns a date in days or a time in units of its column, both since 1970. ok is false if the time has more
// places than its column.
func moment(at time.Time, of remote.Result) (n int64, ok bool) {
	if of.Type == data.Date {
		return int64(math.Floor(float64(at.Unix()) / 86400)), true
	}
	unit := int64(math.Pow10(9 - of.Scale))
	return at.Unix()*int64(math.Pow10(of.Scale)) + int64(at.Nanosecond())/unit, int64(at.Nanosecond())%unit == 0
}
