package pushdown

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"cardinal/data"
	"cardinal/data/number/int128"
	"cardinal/data/remote"
)

// Writer writes questions to a server about one of its tables.
type Writer struct {
	remote.Dialect
	Table *remote.Table
}

func (w *Writer) postgres() bool { return w.Kind == remote.PostgreSQL }

// column finds a column that Cardinal reads, by its exact name, or else by its name in any case.
func (w *Writer) column(name string) (remote.Column, error) {
	at := slices.IndexFunc(w.Table.Columns, func(c remote.Column) bool { return c.Name == name })
	if at < 0 {
		at = slices.IndexFunc(w.Table.Columns, func(c remote.Column) bool { return strings.EqualFold(c.Name, name) })
	}
	if at < 0 {
		return remote.Column{}, fmt.Errorf("no column %q in the table %s", name, w.Table.Address.Table)
	}
	c := w.Table.Columns[at]
	if c.Type == data.Null {
		return c, fmt.Errorf("the column %q is %s, a type that Cardinal does not read", name, c.Declared)
	}
	return c, nil
}

// name quotes the name of a column.
func (w *Writer) name(s string) string { return w.Dialect.Name(s) }

// text quotes a text. ok is false if the server cannot hold the text.
func (w *Writer) text(s string) (sql string, ok bool) {
	if !w.postgres() {
		return w.Dialect.Text(s), true
	}
	if strings.ContainsRune(s, 0) {
		return "", false
	}
	return `E'` + strings.NewReplacer(`\`, `\\`, `'`, `''`).Replace(s) + "'", true
}

// from writes the table for a FROM clause.
func (w *Writer) from() string { return w.Dialect.From(w.Table.Address) }

// integer writes a column as a whole number: a decimal in units of its last place, a date in days and a time in
// seconds, both since 1970-01-01. ok is false if the server cannot express the number exactly.
func (w *Writer) integer(c remote.Column) (sql string, ok bool) {
	name := w.Value(c)
	switch {
	case c.Found && w.postgres() && (c.Type == data.Int || c.Type == data.Decimal): // a cast would round further digits
		return fmt.Sprintf("(case when trunc(%[1]s, %[2]d) = %[1]s then (%[1]s * %[3]s)::bigint else "+
			"(%[1]s::text)::bigint end)", name, c.Scale, power(c.Scale)), true
	case c.Type == data.Int && w.postgres():
		return name + "::bigint", true
	case c.Type == data.Int && c.Found && w.Major >= 21 && declared(c) != "UInt64": // accurateCast refuses overflow
		if c.Nullable {
			return "accurateCast(" + name + ", 'Nullable(Int64)')", true
		}
		return "accurateCast(" + name + ", 'Int64')", true
	case c.Type == data.Int:
		return "toInt64(" + name + ")", true
	case c.Type == data.Decimal && w.postgres():
		return fmt.Sprintf("(%s * %s)::bigint", name, power(c.Scale)), true
	case c.Type == data.Decimal:
		return fmt.Sprintf("toInt64(toDecimal128(%s, %d) * %s)", name, c.Scale, power(c.Scale)), true
	case w.postgres():
		return "", false
	case c.Type == data.Date && declared(c) == "Date", c.Type == data.Timestamp && c.UTC &&
		strings.HasPrefix(declared(c), "DateTime") && c.Scale == 0:
		return "toInt64(" + name + ")", true
	}
	return "", false
}

func power(scale int) string { return "1" + strings.Repeat("0", scale) }

// literal writes a value of a column of whole numbers, given as integer describes. ok is false if the server has no
// such literal.
func (w *Writer) literal(c remote.Column, n int64) (sql string, ok bool) {
	v := (&data.Column{Type: c.Type, Scale: c.Scale}).IntValue(n)
	switch {
	case c.Type == data.Int:
		return strconv.FormatInt(n, 10), true
	case c.Type == data.Decimal && w.postgres():
		return int128.From(n).Decimal(c.Scale), true
	case c.Type == data.Decimal:
		return fmt.Sprintf("toDecimal128('%s', %d)", int128.From(n).Decimal(c.Scale), c.Scale), true
	case !w.postgres():
		_, ok := w.integer(c)
		return strconv.FormatInt(n, 10), ok
	}
	if year := v.Time().Year(); year < 1 || year > 9999 || c.Scale > 6 || n < -1<<58 || n > 1<<58 {
		return "", false
	}
	switch {
	case c.Type == data.Date:
		return "date '" + v.String() + "'", true
	case c.UTC:
		return "timestamptz '" + v.String() + "+00'", true
	}
	return "timestamp '" + v.String() + "'", true
}

// comparand writes the expression that literals are compared with.
func (w *Writer) comparand(c remote.Column) string {
	if c.Type.Temporal() {
		if n, ok := w.integer(c); ok {
			return n
		}
	}
	if c.AsNumber {
		return w.Value(c)
	}
	return w.name(c.Name)
}

// digits writes a whole number as a literal for a ClickHouse column whose numbers are read as texts because of their
// length. ok is false if the column writes no value as the given text.
func (w *Writer) digits(c remote.Column, text string) (literal string, ok bool) {
	kind := declared(c)
	bits, whole := strings.CutPrefix(strings.TrimPrefix(kind, "U"), "Int")
	size, err := strconv.Atoi(bits)
	n, number := new(big.Int).SetString(text, 10)
	if !c.AsText || w.postgres() || !whole || err != nil || !number || n.String() != text {
		return "", false
	}
	least, greatest := new(big.Int), new(big.Int).Lsh(big.NewInt(1), uint(size))
	if kind[0] == 'I' {
		greatest.Rsh(greatest, 1)
		least.Neg(greatest)
	}
	if n.Cmp(least) < 0 || n.Cmp(greatest) >= 0 {
		return "", false
	}
	return "to" + kind + "('" + text + "')", true
}

// declared returns the type of a column in the server's words, without Nullable and LowCardinality.
func declared(c remote.Column) string {
	t := c.Declared
	if inner, ok := strings.CutPrefix(t, "SimpleAggregateFunction("); ok {
		_, inner, _ = strings.Cut(inner, ", ")
		t = strings.TrimSuffix(inner, ")")
	}
	for _, wrap := range []string{"LowCardinality(", "Nullable("} {
		if inner, ok := strings.CutPrefix(t, wrap); ok {
			t = strings.TrimSuffix(inner, ")")
		}
	}
	return t
}
