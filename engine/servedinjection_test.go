package engine

import (
	"math/rand/v2"
	"strings"
	"testing"

	"cardinal/data"
	"cardinal/engine/query"
)

// TestServedInjection: names and values that look like SQL stay names and values.
func TestServedInjection(t *testing.T) {
	const name = "a`b\"c\\'); DROP TABLE random; -- ü %s $1 ?"
	values := []string{
		"", "'", "''", `\`, `\\`, `\'`, `'; DROP TABLE random; --`, `\'; DROP TABLE random; --`, "' OR 1 = 1 --",
		"') UNION ALL SELECT 1, 2 --", "/* */", "--", "$$", "$1", "?", "%", "_", `\%`, `100\`, "%s", "{x:String}",
		"`", `"`, `"; SELECT 1`, "tab\tand\nline", "ü", "日本", "NULL", "null", "\\N", "x FORMAT TabSeparated",
		"E'\\x41'", "U&'\\0041'", "K", "k",
	}
	onServers(t, func(t *testing.T, kind string, send sending) {
		e := New(Options{NoGPU: true})
		defer e.Close()
		r := rand.New(rand.NewPCG(1, 22))
		codes, numbers := make([]uint32, 300), make([]int64, 300)
		for i := range codes {
			codes[i], numbers[i] = uint32(r.IntN(len(values))), r.Int64N(100)
		}
		local, of := onServer(data.NewTable("random", []*data.Column{
			data.NewText(name, codes, values, nil), data.NewInts("n", data.Int, 0, numbers, nil),
		}), kind)
		schema := of.Schema()
		e.Attach(schema, send(t, local, of), of)
		field := query.Field{Column: name}
		try := func(where *query.Expr) {
			q := query.Query{
				Rows: []query.Field{field}, Filter: where,
				Values: []query.Measure{{Func: query.Count}, {Func: query.Sum, Column: "n"},
					{Func: query.Distinct, Column: name}, {Func: query.Min, Column: name},
					{Func: query.Mode, Column: name}},
			}
			a, err := e.Pivot(t.Context(), schema, q, RunOptions{})
			if err == nil {
				err = compare(a, newReference(local, q))
			}
			if err != nil {
				t.Errorf("%s: %v", describe(q), err)
			}
		}
		try(nil)
		for _, v := range values {
			for _, op := range []query.Op{query.Eq, query.Ne, query.Lt, query.Contains, query.Begins, query.Ends,
				query.Like} {
				try(&query.Expr{Op: op, Field: field, Values: []query.Literal{{Text: v, Quoted: true}}})
			}
			if v != "" && !strings.ContainsAny(v, ";=,") {
				field := query.Field{Column: name, Groups: "x = " + query.Literal{Text: v, Quoted: true}.String()}
				if a, err := e.Pivot(t.Context(), schema, query.Query{Rows: []query.Field{field},
					Values: []query.Measure{{Func: query.Count}}}, RunOptions{}); err != nil ||
					a.Profile.RowsSelected != len(codes) {
					t.Errorf("the group of %q: %v", v, err)
				}
			}
		}
	})
}
