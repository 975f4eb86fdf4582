package pushtest

import (
	"math/rand/v2"

	"cardinal/engine/query"
)

func pick[T any](r *rand.Rand, from ...T) T { return from[r.IntN(len(from))] }

// Query returns a random pivot of a table with these columns: texts a and b, whole numbers i, decimals m, dates d,
// times t, truth values o and floats f.
func Query(r *rand.Rand) query.Query {
	field := func() query.Field {
		return pick(r,
			query.Field{Column: pick(r, "a", "b", "i", "m", "d", "t", "o", "a", "b")},
			query.Field{Column: pick(r, "a", "b")},
			query.Field{Column: pick(r, "d", "t"), Part: pick(r, query.Year, query.Quarter, query.Month, query.Day,
				query.Weekday, query.MonthName, query.WeekdayName, query.ISOWeek)},
			query.Field{Column: pick(r, "d", "t"), Part: pick(r, query.TruncYear, query.TruncQuarter, query.TruncMonth,
				query.TruncWeek, query.TruncDay)},
			query.Field{Column: pick(r, "d", "t"), Part: pick(r, query.FiscalYear, query.FiscalQuarter),
				N: 1 + r.IntN(12)},
			query.Field{Column: "t", Part: pick(r, query.Hour, query.Minute, query.TruncHour, query.TruncMinute)},
			query.Field{Column: pick(r, "i", "m"), Part: query.Bin, BinWidth: pick[int64](r, 1, 7, 25),
				BinScale: pick(r, 0, 1)})
	}
	var q query.Query
	for range r.IntN(4) {
		q.Rows = append(q.Rows, field())
	}
	for range r.IntN(3) {
		q.Cols = append(q.Cols, field())
	}
	for range 1 + r.IntN(4) {
		m := pick(r,
			query.Measure{Func: query.Count, Column: pick(r, "", "a", "i", "m", "d", "o", "f")},
			query.Measure{Func: pick(r, query.Sum, query.Avg), Column: pick(r, "i", "m", "f")},
			query.Measure{Func: pick(r, query.Min, query.Max), Column: pick(r, "a", "i", "m", "d", "t", "f")},
			query.Measure{Func: query.Distinct, Column: pick(r, "a", "b", "i", "m", "d", "t", "o", "f")},
			query.Measure{Func: pick(r, query.Median, query.Stddev, query.StddevPop, query.Var, query.VarPop),
				Column: pick(r, "i", "m")},
			query.Measure{Func: query.Quantile, Column: pick(r, "i", "m"), Param: pick(r, "0", "0.1", "0.9", "1")},
			query.Measure{Func: query.Ratio, Column: pick(r, "i", "m"), Other: pick(r, "i", "m")},
			query.Measure{Func: query.Formula, Expr: pick(r, "max(i) - min(m)", "sum(i) * 2.5 + count()",
				"sum(m) / sum(i)", "(count() - count(m)) / count()", "-sum(m) - (sum(i) - 3) * 2", "avg(m) - avg(i)",
				"(sum(m) where a = 'k1') / count()")},
			query.Measure{Func: pick(r, query.Sum, query.Avg, query.Max), Expr: pick(r, "(i - m) * 2", "i / (m - 1)",
				"i * m", "m * 0.5 - 1")},
			query.Measure{Func: pick(r, query.Sum, query.Count), Column: "m", Where: pick(r, "i > 3", "a = 'k1'",
				"(year(d) = 1998 or d is null)", "not b in ('k2', 'k3', null)")},
			query.Measure{Func: pick(r, query.Sum, query.Max), Column: "x"})
		if m.Column == "x" {
			q.Lets = []query.Let{{Name: "y", Expr: "i * 2"}, {Name: "x", Expr: pick(r, "m - y", "y / 3", "-m")}}
		}
		q.Values = append(q.Values, m)
	}
	if r.IntN(2) == 0 {
		q.Filter = filter(r, 0)
	}
	q.Layout.Totals = pick(r, query.TotalsBoth, query.TotalsRows, query.TotalsCols, query.TotalsNone)
	if len(q.Rows) > 0 && r.IntN(3) == 0 {
		q.Layout.NoSubtotals = q.Rows[:1]
	}
	if len(q.Rows) == 1 && len(q.Cols) == 0 && r.IntN(2) == 0 {
		by := query.Measure{Func: pick(r, query.Sum, query.Count, query.Max, query.Avg), Column: pick(r, "i", "m")}
		q.Tops = []query.TopN{{N: 1 + r.IntN(5), By: by, Bottom: r.IntN(3) == 0}}
	}
	return q
}

// filter returns a random condition.
func filter(r *rand.Rand, depth int) *query.Expr {
	if depth < 3 && r.IntN(2) == 0 {
		op := pick(r, query.And, query.Or, query.Not)
		e := &query.Expr{Op: op, Args: []*query.Expr{filter(r, depth+1)}}
		if op != query.Not {
			e.Args = append(e.Args, filter(r, depth+1))
		}
		return e
	}
	texts := []query.Literal{{Text: "k1", Quoted: true}, {Text: "", Quoted: true}, {Text: "it's", Quoted: true},
		{Text: `\`, Quoted: true}}
	compare := pick(r, query.Eq, query.Ne, query.Lt, query.Le, query.Gt, query.Ge)
	number := query.Literal{Text: pick(r, "0", "7", "-3", "2.5", "100", "0.07", "9223372036854775807")}
	return pick(r,
		&query.Expr{Op: compare, Field: query.Field{Column: pick(r, "i", "m", "f")}, Values: []query.Literal{number}},
		&query.Expr{Op: query.In, Field: query.Field{Column: pick(r, "i", "m")}, Values: []query.Literal{number,
			{Text: "1"}, {Null: r.IntN(2) == 0, Text: "2"}}},
		&query.Expr{Op: query.In, Field: query.Field{Column: pick(r, "a", "b")}, Values: append(texts,
			query.Literal{Null: r.IntN(2) == 0, Text: "k7", Quoted: true})},
		&query.Expr{Op: compare, Field: query.Field{Column: pick(r, "a", "b")}, Values: []query.Literal{{Text: "k3",
			Quoted: true}}},
		&query.Expr{Op: pick(r, query.Contains, query.Begins), Field: query.Field{Column: pick(r, "a", "b")},
			Values: []query.Literal{{Text: pick(r, "k", "1", "'"), Quoted: true}}},
		&query.Expr{Op: query.IsNull, Field: query.Field{Column: pick(r, "a", "i", "d", "f", "o")}},
		&query.Expr{Op: compare, Field: query.Field{Column: "d"}, Values: []query.Literal{{Text: "1998-05-01",
			Quoted: true}}},
		&query.Expr{Op: query.Within, Field: query.Field{Column: pick(r, "d", "t")}, Period: query.Period{
			Kind: query.LastUnits, N: 1 + r.IntN(400), Unit: "day", Of: pick(r, "", "1998-02-28", "1997-12-31")}},
		&query.Expr{Op: compare, Field: query.Field{Column: pick(r, "d", "t"), Part: pick(r, query.Year, query.Month,
			query.Weekday)}, Values: []query.Literal{{Text: pick(r, "1998", "6", "2")}}},
		&query.Expr{Op: query.In, Field: query.Field{Column: pick(r, "d", "t"), Part: query.MonthName},
			Values: []query.Literal{{Text: "June", Quoted: true}, {Text: "March", Quoted: true}}})
}
