package agree

import (
	"context"
	"database/sql"
	"encoding/hex"
	"fmt"
	"math/big"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"cardinal/bench/duck"
	"cardinal/data"
	"cardinal/data/load"
)

// The outcomes of comparing a file.
const (
	equal       = "equal"
	differs     = "differs"
	oursRefuses = "Cardinal refuses it"
	duckRefuses = "DuckDB refuses it"
	bothRefuse  = "both refuse it"
	notCompared = "not compared"
)

// verdict is the outcome for a file.
type verdict struct {
	class string
	what  string // how the sides differ, or the error of a side
}

// compare reads a file with both sides.
func compare(ctx context.Context, db *duck.Database, path string) verdict {
	query := duck.CSV(path)
	if filepath.Ext(path) == ".parquet" {
		query = duck.ParquetTexts(path)
	}
	ours, err := load.Open(ctx, path, load.Options{})
	theirs, fault := db.Texts(ctx, query)
	if fault != nil && strings.Contains(fault.Error(), "not valid UTF8") {
		theirs, fault = db.Texts(ctx, duck.Parquet(path))
	}
	switch {
	case err != nil && fault != nil:
		return verdict{bothRefuse, ""}
	case err != nil:
		return verdict{oursRefuses, strings.TrimPrefix(err.Error(), "cannot open ")}
	case fault != nil:
		line, _, _ := strings.Cut(fault.Error(), "\n")
		return verdict{duckRefuses, strings.ReplaceAll(line, path, filepath.Base(path))}
	}
	return compareTables(ours, theirs)
}

func compareTables(ours *data.Table, theirs []duck.Texts) verdict {
	rows := 0
	if len(theirs) > 0 {
		rows = len(theirs[0].Values)
	}
	if ours.Unnest != "" {
		return verdict{notCompared, "a file of nothing but lists: Cardinal has a row for each element of " +
			ours.Unnest}
	}
	if ours.Rows != rows {
		return verdict{differs, fmt.Sprintf("%d rows to DuckDB's %d", ours.Rows, rows)}
	}
	compared, cells, wrong, first := 0, 0, 0, ""
	for i, t := range theirs {
		if isNested(t.Type) {
			continue
		}
		at := slices.IndexFunc(ours.Columns, func(c *data.Column) bool { return c.Name == t.Name })
		if at < 0 && len(ours.Columns) == len(theirs) {
			at = i
		}
		if at < 0 {
			return verdict{differs, fmt.Sprintf("no column %q of DuckDB's", t.Name)}
		}
		compared++
		c := ours.Columns[at]
		for row, value := range t.Values {
			cells++
			if v := c.Value(row); !same(v, value) && !(t.Type == "BLOB" && value.Valid &&
				hex.EncodeToString([]byte(v.String())) == value.String) {
				if wrong++; wrong == 1 {
					first = fmt.Sprintf("%s, row %d: %s to DuckDB's %s", c.Name, row+1, quote(v.String(), !v.IsNull()),
						quote(value.String, value.Valid))
				}
			}
		}
	}
	if wrong > 0 {
		return verdict{differs, fmt.Sprintf("%d of %d cells, the first in %s", wrong, cells, first)}
	}
	what := fmt.Sprintf("%d rows, %d columns", rows, compared)
	if left := len(theirs) - compared; left > 0 {
		what += fmt.Sprintf("; %d nested ones not compared", left)
	}
	return verdict{equal, what}
}

// isNested reports whether a DuckDB type contains other types.
func isNested(t string) bool {
	return strings.HasSuffix(t, "]") || strings.HasPrefix(t, "STRUCT") || strings.HasPrefix(t, "MAP") ||
		strings.HasPrefix(t, "UNION") || t == "VARIANT" || strings.HasPrefix(t, "GEOMETRY")
}

func quote(s string, valid bool) string {
	if !valid {
		return "null"
	}
	if utf8.RuneCountInString(s) > 40 {
		s = string([]rune(s)[:40]) + "…"
	}
	return strconv.Quote(s)
}

// same reports whether two values are equal: numbers by their value, times by the moment, texts by their characters.
func same(ours data.Value, theirs sql.NullString) bool {
	if ours.IsNull() != !theirs.Valid {
		return false
	}
	a, b := ours.String(), theirs.String
	switch {
	case a == b:
		return true
	case ours.Type.Temporal():
		return moment(a) == moment(b)
	case ours.Type == data.Bool:
		return strings.EqualFold(a, b)
	case ours.Type == data.Float:
		return sameFloat(ours.Float, b)
	case ours.Type == data.Text:
		return false
	}
	x, ok := new(big.Rat).SetString(a)
	y, okToo := new(big.Rat).SetString(b)
	if ok && okToo && x.Cmp(y) == 0 {
		return true
	}
	f, _ := ours.Number() // DuckDB may read a decimal as a float
	return strings.ContainsAny(b, ".e") && sameFloat(f, b)
}

// sameFloat reports whether a text is the float f, with 64 or 32 bits.
func sameFloat(f float64, text string) bool {
	text = strings.Replace(text, "-nan", "nan", 1)
	if n, err := strconv.ParseFloat(text, 64); err == nil && (n == f || n != n && f != f) {
		return true
	}
	n, err := strconv.ParseFloat(text, 32)
	return err == nil && float32(n) == float32(f) && float64(float32(f)) == f
}

// moment returns a time in a common form: in UTC without a zone, and without trailing zeros.
func moment(s string) string {
	s = strings.TrimSuffix(strings.TrimSuffix(strings.Replace(s, "T", " ", 1), "Z"), "+00")
	if strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	return strings.TrimSuffix(s, " 00:00:00")
}
