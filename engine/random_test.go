package engine

import (
	"fmt"
	"math"
	"math/rand/v2"

	"cardinal/data"
	"cardinal/engine/query"
)

// randomTable makes a table of at most n rows whose columns have shapes that are difficult for group-bys.
func randomTable(r *rand.Rand, n int) *data.Table {
	rows := []int{0, 1, 2, r.IntN(70), r.IntN(n + 1), n}[r.IntN(6)]
	valid := func() data.Bitmap {
		share := []float64{0, 0, 0.05, 0.5, 1}[r.IntN(5)]
		if share == 0 {
			return nil
		}
		b := data.NewBitmap(rows)
		for i := range rows {
			if r.Float64() >= share {
				b.Set(i)
			}
		}
		return b
	}
	ints := func(pick func(i int) int64) []int64 {
		out := make([]int64, rows)
		for i := range out {
			out[i] = pick(i)
		}
		return out
	}
	shape := func() func(i int) int64 {
		k := int64(1 + r.IntN(300))
		switch r.IntN(7) {
		case 0: // all unique
			return func(i int) int64 { return int64(i) }
		case 1: // one hot key
			return func(i int) int64 {
				if r.IntN(10) > 0 {
					return 7
				}
				return r.Int64N(k)
			}
		case 2: // Zipf
			z := rand.NewZipf(r, 1.3, 1, uint64(k))
			return func(int) int64 { return int64(z.Uint64()) }
		case 3: // sorted
			return func(i int) int64 { return int64(i) / k }
		case 4: // periodic
			return func(i int) int64 { return int64(i) % k }
		case 5: // spread over 64 bits
			return func(int) int64 { return (r.Int64N(k) - k/2) * 0x7fffffffffff }
		}
		return func(int) int64 { return r.Int64N(k) - k/2 }
	}
	text := func() ([]uint32, []string) {
		pick := shape()
		var codes []uint32
		var values []string
		seen := map[string]uint32{}
		for i := range rows {
			s := fmt.Sprintf("k%d", pick(i))
			if r.IntN(20) == 0 {
				s = ""
			}
			code, ok := seen[s]
			if !ok {
				code = uint32(len(values))
				seen[s] = code
				values = append(values, s)
			}
			codes = append(codes, code)
		}
		return codes, values
	}
	floats := make([]float64, rows)
	wild := r.IntN(3)
	for i := range floats {
		floats[i] = (r.Float64() - 0.5) * 1e6
		switch wild {
		case 1:
			floats[i] = math.Ldexp(r.Float64()-0.5, r.IntN(200)-100)
		case 2:
			floats[i] = []float64{math.NaN(), math.Inf(1), math.Inf(-1), 0, math.Copysign(0, -1), math.MaxFloat64,
				-math.MaxFloat64, 5e-324, 1.5, -2.25}[r.IntN(10)]
		}
	}
	huge := func(int) int64 { return int64(r.Uint64()) }
	edges := func(int) int64 { return []int64{math.MinInt64, math.MaxInt64, -1, 0, 1}[r.IntN(5)] }
	// the highest bits of their unseeded hashes agree
	hostile := func(int) int64 { return int64(unmix(uint64(r.IntN(500)))) }
	nans := make([]float64, rows) // of several bit patterns, and both zeros
	for i := range nans {
		nans[i] = []float64{math.Float64frombits(0x7ff8000000000001), math.Float64frombits(0xfff8000000000123),
			math.NaN(), 0, math.Copysign(0, -1), r.Float64()}[r.IntN(6)]
	}
	ends, endings := make([]uint32, rows), []string(nil) // texts that differ in their last byte
	for i := range ends {
		ends[i] = uint32(r.IntN(20))
	}
	for i := range 20 {
		endings = append(endings, fmt.Sprintf("the beginning of all of these texts is the same: %c", 't'-i))
	}
	c1, v1 := text()
	c2, v2 := text()
	bools := make([]uint8, rows)
	for i := range bools {
		bools[i] = uint8(r.IntN(2))
	}
	return data.NewTable("random", []*data.Column{
		data.NewText("a", c1, v1, valid()),
		data.NewText("b", c2, v2, valid()),
		data.NewInts("i", data.Int, 0, ints(shape()), valid()),
		data.NewInts("m", data.Decimal, 2, ints(shape()), valid()),
		data.NewInts("h", data.Int, 0, ints([]func(int) int64{huge, edges}[r.IntN(2)]), valid()),
		data.NewInts("d", data.Date, 0, ints(func(int) int64 { return 10000 + r.Int64N(900) }), valid()),
		data.NewInts("t", data.Timestamp, 3, ints(func(int) int64 { return r.Int64N(4e12) - 2e12 }), valid()),
		data.NewBools("o", bools, valid()),
		data.NewFloats("f", floats, valid()),
		data.NewInts("w", data.Int, 0, ints([]func(int) int64{hostile, edges}[r.IntN(2)]), valid()),
		data.NewFloatColumn("g", nans, valid()),
		data.NewText("s", ends, endings, valid()),
	})
}

// unmix returns the key that key.Mix maps to a hash.
func unmix(hash uint64) uint64 {
	inverse := func(odd uint64) uint64 { // Newton's iteration modulo 2^64
		x := odd
		for range 6 {
			x *= 2 - odd*x
		}
		return x
	}
	k := hash * inverse(0xc4ceb9fe1a85ec53)
	k ^= k >> 33
	k *= inverse(0xff51afd7ed558ccd)
	return k ^ k>>33
}

func pick[T any](r *rand.Rand, from ...T) T { return from[r.IntN(len(from))] }

func randomQuery(r *rand.Rand) query.Query {
	field := func() query.Field {
		f := pick(r,
			query.Field{Column: pick(r, "a", "b", "i", "m", "h", "d", "t", "o", "f")},
			query.Field{Column: pick(r, "h", "t", "f", "w", "g", "s")},
			query.Field{Column: pick(r, "a", "b", "i")},
			query.Field{Column: pick(r, "d", "t"), Part: pick(r, query.Year, query.Quarter, query.Month, query.Day,
				query.Weekday)},
			query.Field{Column: pick(r, "d", "t"), Part: pick(r, query.MonthName, query.ISOWeek, query.TruncYear,
				query.TruncQuarter, query.TruncMonth, query.TruncWeek, query.TruncDay)},
			query.Field{Column: pick(r, "d", "t"), Part: query.WeekdayName, N: pick(r, 0, 6, 7)},
			query.Field{Column: pick(r, "d", "t"), Part: pick(r, query.FiscalYear, query.FiscalQuarter),
				N: 1 + r.IntN(12)},
			query.Field{Column: "t", Part: pick(r, query.Hour, query.Minute, query.TimeOfDay, query.TruncHour,
				query.TruncMinute)},
			query.Field{Column: pick(r, "i", "m", "f", "h"), Part: query.Bins, N: pick(r, 2, 3, 10)},
			query.Field{Column: pick(r, "i", "m", "f", "h"), Part: query.Edges,
				Spec: pick(r, "0", "-2.5, 0, 100", "1, 7, 50")},
			query.Field{Column: pick(r, "i", "m"), Part: query.Bin, BinWidth: pick[int64](r, 1, 7, 25),
				BinScale: pick(r, 0, 1)})
		if r.IntN(5) == 0 {
			f.Groups = pick(r, "X = k1, k2; Y = 7", "X = k1, null; Z = rest", "Spring = March, April, 3; k1 = 2001, k2")
		}
		return f
	}
	var q query.Query
	for range r.IntN(4) {
		q.Rows = append(q.Rows, field())
	}
	for range r.IntN(3) {
		q.Cols = append(q.Cols, field())
	}
	for range 1 + r.IntN(4) {
		q.Values = append(q.Values, pick(r,
			query.Measure{Func: query.Count},
			query.Measure{Func: pick(r, query.Sum, query.Avg), Column: pick(r, "i", "m", "h", "f")},
			query.Measure{Func: pick(r, query.Min, query.Max), Column: pick(r, "a", "i", "m", "h", "d", "t", "o", "f")},
			query.Measure{Func: pick(r, query.Median, query.Stddev, query.StddevPop, query.Var, query.VarPop,
				query.Product, "skewness"), Column: pick(r, "i", "m", "h", "f")},
			query.Measure{Func: query.Quantile, Column: pick(r, "i", "m", "h", "f"), Param: pick(r, "0", "0.1", "0.9",
				"0.333", "1")},
			query.Measure{Func: pick(r, query.Ratio, query.Corr), Column: pick(r, "i", "m", "h", "f"),
				Other: pick(r, "i", "m", "h", "f")},
			query.Measure{Func: pick(r, query.First, query.Last, query.Mode), Column: pick(r, "a", "i", "m", "h", "d",
				"t", "o", "f")},
			query.Measure{Func: query.Formula, Expr: pick(r, "max(i) - min(m)", "sum(i) * 2.5 + count()",
				"corr(i, m) ^ 2", "sum(f) / sum(i)", "avg(m) - (median(i) + 1)", "(count() - count(m)) / count()",
				"sum(m) - sum(i) * avg(f)", "max(d) - min(d)", "first(d) - max(d) + count()")},
			query.Measure{Func: pick(r, query.Sum, query.Distinct, query.Median), Expr: "(i - m) * 2"},
			query.Measure{Func: pick(r, query.Max, query.Avg), Expr: "i / (m - 1)"},
			query.Measure{Func: query.Top, Column: pick(r, "a", "i", "m", "h", "d", "t", "o", "f"),
				Param: pick(r, "1", "2", "5")},
			query.Measure{Func: query.Labels, Column: pick(r, "a", "b", "i", "m", "h", "d", "t", "o", "f")},
			query.Measure{Func: pick(r, query.Count, query.Distinct), Column: pick(r, "a", "b", "i", "m", "h", "d", "t",
				"o", "f", "w", "g", "s")}))
	}
	if r.IntN(2) == 0 {
		q.Filter = randomFilter(r, 0)
	}
	return q
}

func randomFilter(r *rand.Rand, depth int) *query.Expr {
	if depth < 3 && r.IntN(2) == 0 {
		op := pick(r, query.And, query.Or, query.Not)
		e := &query.Expr{Op: op, Args: []*query.Expr{randomFilter(r, depth+1)}}
		if op != query.Not {
			e.Args = append(e.Args, randomFilter(r, depth+1))
		}
		return e
	}
	number := func() query.Literal {
		return query.Literal{Text: pick(r, "0", "7", "-3", "2.5", "100", "0.07", "1e19", "-1e19", "9223372036854775807",
			"-9223372036854775808")}
	}
	compare := pick(r, query.Eq, query.Ne, query.Lt, query.Le, query.Gt, query.Ge)
	return pick(r,
		&query.Expr{Op: compare, Field: query.Field{Column: pick(r, "i", "m", "h", "f")},
			Values: []query.Literal{number()}},
		&query.Expr{Op: query.In, Field: query.Field{Column: pick(r, "i", "m", "h", "f")},
			Values: []query.Literal{number(), number(), {Null: r.IntN(2) == 0, Text: "1"}}},
		&query.Expr{Op: query.In, Field: query.Field{Column: pick(r, "a", "b")},
			Values: []query.Literal{{Text: "k1", Quoted: true}, {Text: "", Quoted: true},
				{Null: r.IntN(2) == 0, Text: "k7"}}},
		&query.Expr{Op: compare, Field: query.Field{Column: pick(r, "a", "b")},
			Values: []query.Literal{{Text: "k3", Quoted: true}}},
		&query.Expr{Op: query.Like, Field: query.Field{Column: "a"},
			Values: []query.Literal{{Text: "%1%", Quoted: true}}},
		&query.Expr{Op: pick(r, query.Like, query.Contains, query.Begins, query.Ends, query.Matches, query.Eq),
			AnyCase: true,
			Field:   query.Field{Column: pick(r, "a", "b", "i", "m", "d", "t", "o", "f")},
			Values:  []query.Literal{{Text: pick(r, "K", "K1", "1", "", "2%", "-", "rU"), Quoted: true}}},
		&query.Expr{Op: pick(r, query.Contains, query.Begins, query.Ends, query.Matches),
			Field:  query.Field{Column: pick(r, "a", "b", "i", "h")},
			Values: []query.Literal{{Text: pick(r, "k", "1", "", "9"), Quoted: true}}},
		&query.Expr{Op: query.Matches, Field: query.Field{Column: pick(r, "a", "m")},
			Values: []query.Literal{{Text: pick(r, "^k[1-4]$", "[02468]$|^$", "."), Quoted: true}}},
		&query.Expr{Op: query.Within, Field: query.Field{Column: pick(r, "d", "t")},
			Period: query.Period{Kind: pick(r, query.LastUnits, query.NextUnits), N: 1 + r.IntN(400),
				Unit: pick(r, "day", "week"), Of: pick(r, "", "1998-02-28", "1997-12-31", "1969-07-20")}},
		&query.Expr{Op: query.Within, Field: query.Field{Column: pick(r, "d", "t")},
			Period: query.Period{Kind: pick(r, query.ThisUnit, query.PreviousUnit),
				Unit: pick(r, "day", "week", "month", "quarter", "year"), Of: pick(r, "", "1998-03-31", "1997-12-31",
					"1999-01-01", "1960-02-29")}},
		&query.Expr{Op: query.IsNull, Field: query.Field{Column: pick(r, "a", "i", "h", "d", "f", "o")}},
		&query.Expr{Op: compare, Field: query.Field{Column: "d"},
			Values: []query.Literal{{Text: "1998-05-01", Quoted: true}}},
		&query.Expr{Op: compare, Field: query.Field{Column: pick(r, "d", "t"), Part: query.TruncDay},
			Values: []query.Literal{{Text: pick(r, "1998-05-01", "1970-01-01"), Quoted: true}}},
		&query.Expr{Op: query.Eq, Field: query.Field{Column: pick(r, "d", "t"), Part: query.MonthName},
			Values: []query.Literal{{Text: "June", Quoted: true}}},
		&query.Expr{Op: compare, Field: query.Field{Column: pick(r, "d", "t"), Part: query.Month},
			Values: []query.Literal{{Text: "6"}}})
}
