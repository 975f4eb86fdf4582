package pushdown

import (
	"testing"

	"cardinal/data"
	"cardinal/data/remote"
	"cardinal/engine/query"
)

// TestConditionsOfIndexes: a comparison of a column of PostgreSQL that may have nulls stands by itself, so that
// an index of the column finds its rows, and infinity is no date.
func TestConditionsOfIndexes(t *testing.T) {
	w := NewWriter(remote.Dialect{Kind: remote.PostgreSQL}, &remote.Table{Columns: []remote.Column{
		{Name: "n", Type: data.Int, Nullable: true, Declared: "integer"}, {Name: "d", Type: data.Date, Nullable: true,
			Declared: "date"},
		{Name: "p", Type: data.Decimal, Scale: 2, Nullable: true, AsNumber: true, Declared: "money"},
	}})
	for text, want := range map[string]string{
		"n > 5":                   `("n" >= 6)`,
		"not n > 5":               `(NOT ("n" >= 6))`,
		"d >= 2024-01-01":         `(("d" >= date '2024-01-01') AND isfinite("d"))`,
		"not d >= 2024-01-01":     `((NOT ("d" >= date '2024-01-01')) AND isfinite("d"))`,
		"d is null":               `((case when isfinite("d") then "d" end) IS NULL)`,
		"p <= -0.5 and n is null": `(("p"::numeric) <= -0.50) AND ("n" IS NULL)`,
	} {
		e, err := query.ParseFilter(text)
		if err != nil {
			t.Fatal(err)
		}
		if sql, rest := w.Where(e); sql != want || rest != nil {
			t.Errorf("%s is %s and %v, not %s", text, sql, rest, want)
		}
	}
}
