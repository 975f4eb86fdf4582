package mysql

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

// setType sets how values of a column are read, by the column's declared type, such as "bigint(20) unsigned".
func setType(c *remote.Column) {
	kind, rest, _ := strings.Cut(c.Declared, "(")
	kind, _, _ = strings.Cut(kind, " ")
	size, places := 0, 0
	_, _ = fmt.Sscanf(rest, "%d,%d", &size, &places)
	switch kind {
	case "tinyint", "smallint", "mediumint", "int":
		c.Type = data.Int
	case "year":
		c.Type, c.AsNumber = data.Int, true // in a comparison of years, MySQL would take 1 for 2001
	case "bigint":
		c.Type, c.Found = data.Int, strings.Contains(c.Declared, "unsigned")
	case "bit":
		c.Type, c.AsNumber, c.Found = data.Int, true, size == 64
	case "float", "double":
		c.Type = data.Float
	case "decimal":
		switch {
		case size > 18:
			c.Type, c.Found = data.Float, true // until the values are checked
		case places == 0:
			c.Type = data.Int
		default:
			c.Type, c.Scale = data.Decimal, places
		}
	case "date":
		c.Type, c.Nullable = data.Date, true // a date of no calendar is null
	case "datetime", "timestamp":
		c.Type, c.Scale, c.UTC, c.Nullable = data.Timestamp, size, kind == "timestamp", true
	case "char", "varchar", "tinytext", "text", "mediumtext", "longtext", "enum", "set":
		c.Type = data.Text
	case "time", "json", "uuid", "inet4", "inet6":
		c.Type, c.AsText = data.Text, true
	}
}

// text returns a value of the driver as a text.
func text(v driver.Value) string {
	if b, ok := v.([]byte); ok {
		return string(b)
	}
	return fmt.Sprint(v)
}

// put appends a value of the driver to a column.
func put(b *remote.Builder, v driver.Value) error {
	of := b.Result()
	bytes, written := v.([]byte)
	switch n := v.(type) {
	case int64:
		if of.Type == data.Int || of.Type == data.Bool {
			b.Int(n)
			return nil
		}
	case float64:
		if of.Type == data.Float {
			b.Float(n)
			return nil
		}
	case float32:
		if of.Type == data.Float {
			b.Float(float64(n))
			return nil
		}
	}
	switch {
	case !written || len(bytes) == 0 && of.Type != data.Text:
		return b.TypeError(fmt.Sprintf("of %T", v))
	case of.Type == data.Text:
		b.Text(bytes)
	case of.Type == data.Float:
		f, err := strconv.ParseFloat(string(bytes), 64) // of a decimal
		if err != nil {
			return b.TypeError("text")
		}
		b.Float(f)
	case of.Type.Temporal():
		n, ok := moment(string(bytes), of)
		if !ok {
			return b.ValueError(string(bytes))
		}
		b.Int(n)
	default:
		n, ok := remote.WholeNumber(string(bytes), of.Scale)
		if !ok {
			return b.ValueError(string(bytes))
		}
		b.Int(n)
	}
	return nil
}

// moment reads a date in days or a time in units of its column, both since 1970. ok is false if no calendar has it.
func moment(text string, of remote.Result) (n int64, ok bool) {
	layout := time.DateOnly
	if of.Type == data.Timestamp {
		layout = "2006-01-02 15:04:05.999999"
	}
	at, err := time.Parse(layout, text)
	switch {
	case err != nil:
		return 0, false
	case of.Type == data.Date:
		return at.Unix() / 86400, true
	}
	return at.UnixMicro() / int64(math.Pow10(6-of.Scale)), true
}
