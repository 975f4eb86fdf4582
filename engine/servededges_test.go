package engine

import (
	"maps"
	"math"
	"strings"
	"testing"

	"cardinal/data"
	"cardinal/engine/query"
)

// TestServedManyValues: if the server has too many values to list, a pivot is answered from a copy if one may be made.
// Else it is refused with advice.
func TestServedManyValues(t *testing.T) {
	onServers(t, func(t *testing.T, kind string, send sending) {
		e := New(Options{NoGPU: true})
		defer e.Close()
		keys, values := make([]int64, 300), make([]int64, 300)
		for i := range keys {
			keys[i], values[i] = int64(i%7), int64(i*i%211)
		}
		local, of := onServer(data.NewTable("many", []*data.Column{data.NewInts("k", data.Int, 0, keys, nil),
			data.NewInts("v", data.Int, 0, values, nil)}), kind)
		of.Rows = 50_000 // so that a copy is not expected to be faster
		schema := of.Schema()
		e.Attach(schema, send(t, local, of), of)
		e.served(schema).most = 100
		q := query.Query{Rows: []query.Field{{Column: "k"}}}
		for _, f := range []query.Func{query.Median, query.Mode, query.Distinct} {
			q.Values = append(q.Values, query.Measure{Func: f, Column: "v"})
		}
		for _, o := range []RunOptions{{}, {Pivots: 1, Tier: Server}} {
			if _, err := e.Pivot(t.Context(), schema, q, o); err == nil ||
				!strings.Contains(err.Error(), "the values of v, and the server has more than 100 of them: keep "+
					"fewer fields, filter, or run the pivot on this machine") {
				t.Errorf("with %+v: %v", o, err)
			}
		}
		for _, said := range []string{"the pivot needs the values of v, and the server has more than 100 of them, so " +
			"its columns were copied here", "a copy of its columns was read before"} {
			a, err := e.Pivot(t.Context(), schema, q, RunOptions{Pivots: 1})
			if err == nil {
				err = compare(a, newReference(local, q))
			}
			if err != nil {
				t.Fatal(err)
			}
			if a.Profile.Tier == string(Server) || !strings.HasPrefix(a.Profile.Reason, said) {
				t.Errorf("on %s: %s", a.Profile.Tier, a.Profile.Reason)
			}
		}
	})
}

// TestServedEdges: zeros of both signs, infinities and NaN, sums that 64 bits do not hold, and empty texts
// beside null, as labels, as values and in conditions.
func TestServedEdges(t *testing.T) {
	floats := []float64{0, math.Copysign(0, -1), math.Inf(1), math.Inf(-1), math.NaN(), math.MaxFloat64,
		-math.MaxFloat64, 5e-324, 1.5}
	wide := []int64{math.MaxInt64, math.MaxInt64, math.MinInt64, math.MinInt64, -1, 0, 1, math.MaxInt64}
	const rows = 144 // the floats in turn beside the texts, and beside each of the whole numbers
	codes, f, h, valid := make([]uint32, rows), make([]float64, rows), make([]int64, rows), data.NewBitmap(rows)
	for i := range rows {
		codes[i], f[i], h[i] = uint32(i%3), floats[i%len(floats)], wide[i/len(floats)%len(wide)]
		if i%4 > 0 {
			valid.Set(i)
		}
	}
	table := data.NewTable("edges", []*data.Column{
		data.NewText("k", codes, []string{"", "null", "a"}, valid), data.NewFloats("f", f, nil),
		data.NewInts("h", data.Int, 0, h, valid),
		data.NewFloats("g", append([]float64{}, f...), append(data.Bitmap{}, valid...)),
	})
	onServers(t, func(t *testing.T, kind string, send sending) {
		e := New(Options{NoGPU: true})
		defer e.Close()
		local, of := onServer(table, kind)
		schema := of.Schema()
		e.Attach(schema, send(t, local, of), of)
		for _, keys := range []string{"k", "f", "h", "k, f"} {
			for _, where := range []string{"", "k = ''", "k is null", "f = 0", "f != 0", "f in (0, 1.5, 7)",
				"not f in (0, 1.5, 7)", "f != 0 and f != 1.5 and f != 7", "not g in (0, 1.5, 7)", "f > 0", "h < 0",
				"k != 'a' and f < 2", "not g > 1", "not g >= -1e19", "not (g < 1 or h > 0)"} {
				for _, m := range []string{"count(k), count(f), distinct(k), distinct(f), mode(k)",
					"sum(h), avg(h), min(h), max(h), median(h), distinct(h)", "sum(f), avg(f), min(f), max(f)",
					"median(f), mode(f), stddev(f)"} {
					q := query.Query{}
					var err error
					if q.Rows, err = query.ParseFields(keys); err == nil {
						q.Values, err = query.ParseMeasures(m)
					}
					if err == nil && where != "" {
						q.Filter, err = query.ParseFilter(where)
					}
					if err != nil {
						t.Fatal(err)
					}
					a, err := e.Pivot(t.Context(), schema, q, RunOptions{Tier: Server})
					if err == nil {
						err = compare(a, newReference(local, q))
					}
					if err != nil {
						t.Errorf("%s of %s where %s: %v", m, keys, where, err)
					}
				}
			}
		}
	})
}

// TestServedFunctions: functions in calculated fields, conditions and formulas have the same results for a table on a
// server as for a local one. The server computes none of them.
func TestServedFunctions(t *testing.T) {
	const rows = 300
	codes, n, d, day, valid := make([]uint32, rows), make([]int64, rows), make([]int64, rows), make([]int64, rows),
		data.NewBitmap(rows)
	for i := range rows {
		codes[i], n[i], d[i], day[i] = uint32(i%5), int64(i%23-11), int64(i*i%2003-900), int64(i*37%20_000)
		if i%7 > 0 {
			valid.Set(i)
		}
	}
	table := data.NewTable("functions", []*data.Column{
		data.NewText("k", codes, []string{"", "Köln", "Oslo", "😀o", "a-b"}, valid),
		data.NewInts("n", data.Int, 0, n, valid),
		data.NewInts("d", data.Decimal, 2, d, nil), data.NewInts("day", data.Date, 0, day, valid),
	})
	lets := []query.Let{
		{Name: "rem", Expr: "mod(n, 4)"}, {Name: "cents", Expr: "mod(d, -0.75)"}, {Name: "root", Expr: "sqrt(d)"},
		{Name: "logs", Expr: "log(n + 11, 2) + ln(d) + power(n, -1) + exp(n)"},
		{Name: "place", Expr: "position(k, 'o')"}, {Name: "later", Expr: "add_months(day, n)"},
	}
	onServers(t, func(t *testing.T, kind string, send sending) {
		e := New(Options{NoGPU: true})
		defer e.Close()
		local, of := onServer(table, kind)
		server := send(t, local, of)
		schema := of.Schema()
		e.Attach(schema, server, of)
		for _, text := range [][3]string{
			{"rem, place", "count(), sum(cents), max(root), sum(logs), max(later)", ""},
			{"trunc(later, year)", "count(), min(cents), avg(root)", "mod(n, 2) = 1 and position(k, 'o') > 0"},
			{"k", "sum(d) where mod(n, 3) = 0, mod(sum(d), 7), sqrt(sum(n)), add_months(max(day), count()), " +
				"log(count())", "add_months(day, 12) > 1990-02-28"},
			{"cents", "count()", "sqrt(d) < 20 or n is null"},
		} {
			q := query.Query{Lets: lets}
			var err error
			if q.Rows, err = query.ParseFields(text[0]); err == nil {
				q.Values, err = query.ParseMeasures(text[1])
			}
			if err == nil && text[2] != "" {
				q.Filter, err = query.ParseFilter(text[2])
			}
			if err != nil {
				t.Fatal(err)
			}
			server.(*plainServer).asked = nil
			here, err := e.Pivot(t.Context(), local, q, RunOptions{Tier: Serial})
			if err != nil {
				t.Fatal(err)
			}
			there, err := e.Pivot(t.Context(), schema, q, RunOptions{Tier: Server})
			if err != nil {
				t.Fatal(err)
			}
			asked := strings.Join(server.(*plainServer).asked, "\n")
			if want, got := figures(here), figures(there); !maps.Equal(got, want) {
				t.Errorf("%s of %s on the server: %v, want %v\n%s", text[1], text[0], got, want, asked)
			}
			for _, name := range []string{"mod(", "sqrt(", "log(", "position(", "strpos(", "interval"} {
				if strings.Contains(strings.ToLower(asked), name) {
					t.Errorf("the server computes %s: %s", name, asked)
				}
			}
		}
	})
}

// figures returns the figures of every cell by the labels of the cell.
func figures(a *Answer) map[string]string {
	out := map[string]string{}
	for i, row := range pathNames(&a.Tab.Rows) {
		for j, col := range pathNames(&a.Tab.Cols) {
			for m := range a.Tab.Measures {
				out[row+"|"+col] += text(a.Tab.Cell(i, j, m)) + " "
			}
		}
	}
	return out
}
