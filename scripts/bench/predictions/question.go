package predictions

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"

	"cardinal/bench/ours"
	"cardinal/data"
	"cardinal/engine/query"
)

// question is a pivot over a number of rows. The field or the key may be the calculated field x.
type question struct {
	Rows                                  int
	Keys, Measures, Cols, Let, Top, Where string
}

// The keys, measures and twists, such as filters, that questions combines.
var (
	keys = []string{"few", "id1", "id4", "id1, id4", "few, place, flag", "place", "year(day), month(day)", "day",
		"month(day), place", "id3", "id6", "id3, id6", "user", "user, few", "unique", "code",
		"weekday(stamp), hour(stamp)",
		"bin(v3, 10)", "day, place", "flag", "place, day, few", "rate", "id6, flag", "trunc(stamp, month)", "mail"}
	measures = []string{"sum(v1)", "sum(v1), avg(v3)", "median(v3)", "distinct(user)", "stddev(price)",
		"min(v1), max(v3)", "count()", "median(v2), sum(price)", "distinct(price)",
		"sum(v1), sum(v2), avg(v3), min(price), max(price), count()", "distinct(id6), avg(v1)", "mode(v2)",
		"sum(price)"}
	twists = []question{{}, {Where: "v2 > 3"}, {Cols: "few"}, {}, {Top: "10"}, {Let: "v1 * v3"}, {},
		{Where: "place in ('label 1', 'label 7', 'label 30')"}, {Cols: "flag"}, {Where: "price > 150 and v1 < 4"}, {}}
)

// questions lists the questions over a number of rows: each key with four sets of measures and as many twists.
func questions(rows int) (out []question) {
	for i, key := range keys {
		for j := range 4 {
			q := twists[(4*i+j)%len(twists)]
			q.Rows, q.Keys, q.Measures = rows, key, measures[(4*i+j)%len(measures)]
			if q.Let != "" {
				q.Measures += ", sum(x)"
			}
			if strings.Contains(q.Keys, q.Cols) {
				q.Cols = ""
			}
			out = append(out, q)
		}
	}
	return out
}

// String writes the question as a person would ask it.
func (q question) String() string {
	text := q.Measures + " by " + q.Keys
	for _, part := range [][2]string{{" across ", q.Cols}, {" where ", q.Where}, {", x is ", q.Let},
		{", top ", q.Top}} {
		if part[1] != "" {
			text += part[0] + part[1]
		}
	}
	return text
}

func (q question) query() (out query.Query, err error) {
	if out, err = ours.PivotQuery(q.Keys, q.Cols, q.Measures); err != nil {
		return out, err
	}
	if q.Let != "" {
		out.Lets = []query.Let{{Name: "x", Expr: q.Let}}
	}
	if q.Where != "" {
		if out.Filter, err = query.ParseFilter(q.Where); err != nil {
			return out, err
		}
	}
	if q.Top != "" {
		top, err := out.ParseTop(q.Top)
		if err != nil {
			return out, err
		}
		top.By = out.Values[0]
		out.Tops = []query.TopN{top}
		out.SortByTops()
	}
	return out, nil
}

// column makes a column of some rows.
type column func(name string, r *rand.Rand, rows int) *data.Column

// columns are the columns of package g1 and others, by name. Each text or number of id3 and id6 is in about a hundred
// rows.
var columns = map[string]column{
	"id1": texts(100, 0), "id3": texts(0, 100), "id4": ints(data.Int, 100, 0, 1), "id6": ints(data.Int, 0, 100, 1),
	"v1": ints(data.Int, 5, 0, 1), "v2": ints(data.Int, 15, 0, 1), "v3": ints(data.Decimal, 100_000_000, 0, 1),
	"few": ints(data.Int, 10, 0, 1), "flag": ints(data.Bool, 2, 0, 1), "place": texts(300, 0), "mail": texts(0, 4),
	"day": ints(data.Date, 3650, 0, 1), "stamp": ints(data.Timestamp, 3650*86_400, 0, 1),
	"user": ints(data.Int, 0, 10, 1_000_003), "rate": ints(data.Decimal, 20_000, 0, 7919),
	"unique": func(name string, _ *rand.Rand, rows int) *data.Column {
		values := make([]int64, rows)
		for i := range values {
			values[i] = int64(uint64(i) * 0x9e3779b97f4a7c15 >> 1)
		}
		return data.NewInts(name, data.Int, 0, values, nil)
	},
	"code": ints(data.Int, 50_000, 0, 1<<30),
	"price": func(name string, r *rand.Rand, rows int) *data.Column {
		values := make([]float64, rows)
		for i := range values {
			values[i] = math.Exp(4 + r.NormFloat64())
		}
		return data.NewFloats(name, values, nil)
	},
}

// draw draws random numbers below `below`, or below the rows divided by `each`, multiplied by `times`.
func draw(r *rand.Rand, rows int, below, each, times int64) []int64 {
	if each > 0 {
		below = max(1, int64(rows)/each)
	}
	values := make([]int64, rows)
	for i := range values {
		values[i] = r.Int64N(below) * times
	}
	return values
}

func ints(t data.Type, below, each, times int64) column {
	return func(name string, r *rand.Rand, rows int) *data.Column {
		scale := 0
		if t == data.Decimal {
			scale = 6
		}
		return data.NewInts(name, t, scale, draw(r, rows, below, each, times), nil)
	}
}

func texts(below, each int64) column {
	return func(name string, r *rand.Rand, rows int) *data.Column {
		return ours.Texts(name, draw(r, rows, below, each, 1))
	}
}

// table makes the columns that the question needs.
func (q question) table(of query.Query) *data.Table {
	var names []string
	for _, name := range append(of.Sources(), "v1") {
		if columns[name] != nil && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	made := make([]*data.Column, len(names))
	var all sync.WaitGroup
	for i, name := range names {
		all.Go(func() { made[i] = columns[name](name, rand.New(rand.NewPCG(uint64(i), uint64(q.Rows))), q.Rows) })
	}
	all.Wait()
	return data.NewTable("predictions", made)
}
