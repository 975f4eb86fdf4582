package engine

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"cardinal/data"
	"cardinal/engine/explain"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
)

// TestExplain compares the contributions to figures of random tables with a plain sum over the rows of each label.
// They equal it as fractions, and add up to the figures and their differences.
func TestExplain(t *testing.T) {
	e := New(Options{NoGPU: true})
	defer e.Close()
	var kinds [3]int
	lines := 0
	for seed := range 220 {
		r := rand.New(rand.NewPCG(uint64(seed), 1960))
		table, q := randomTable(r, 400), randomQuery(r)
		q.Values = append([]query.Measure{pick(r, query.Measure{Func: query.Count},
			query.Measure{Func: pick(r, query.Sum, query.Avg), Column: pick(r, "i", "m", "h", "f")},
			query.Measure{Func: query.Ratio, Column: pick(r, "i", "m", "f"), Other: pick(r, "i", "m", "h")},
			query.Measure{Func: query.Formula, Expr: pick(r, "sum(i) * 2.5 + count()", "sum(f) / sum(i)",
				"(count() - count(m)) / count()")})}, q.Values...)
		ref := newReference(table, q)
		a, err := e.Pivot(context.Background(), table, q, RunOptions{})
		if err != nil {
			t.Fatalf("seed %d, %s: %v", seed, describe(q), err)
		}
		for range 5 {
			of := explain.Question{Row: r.IntN(a.Tab.Rows.Len()), Col: r.IntN(a.Tab.Cols.Len()),
				Measure: pick(r, 0, 0, 0, 0, min(1, len(q.Values)-1)), Lines: pick(r, 0, 1, 3)}
			if r.IntN(4) > 0 {
				of.Other = &explain.Place{Row: r.IntN(a.Tab.Rows.Len()), Col: r.IntN(a.Tab.Cols.Len())}
			}
			x, err := e.Explain(context.Background(), table, a.Tab, of, func(float64) {})
			if errors.Is(err, ErrNoRows) && len(rowsAt(ref, a.Tab, of.Row, of.Col)) == 0 {
				continue
			}
			if err != nil {
				t.Fatalf("seed %d, %s, %+v: %v", seed, describe(q), of, err)
			}
			c := explained{ref, a.Tab, x, q.Values[of.Measure]}
			if text := c.wrong(); text != "" {
				t.Fatalf("seed %d, %s, %+v against %v: %s", seed, describe(q), of, of.Other, text)
			}
			kinds[x.Kind]++
			for _, column := range x.Columns {
				lines += len(column.Lines)
			}
		}
	}
	if slices.Min(kinds[:]) < 80 || lines < 5000 {
		t.Errorf("%v explanations with %d lines", kinds, lines)
	}
}

func rowsAt(ref *reference, tab *pivot.Crosstab, row, col int) []int {
	return ref.cells[cellName(tab.Rows.Path(row), tab.Cols.Path(col))]
}

// explained is an explanation beside the reference.
type explained struct {
	ref     *reference
	tab     *pivot.Crosstab
	x       *explain.Explanation
	measure query.Measure
}

// sums returns the sum and the divisor of the measure in some rows; nil if it does not add up. finite is false if NaN
// or an infinity is among the values.
func (c *explained) sums(rows []int) (num, den *big.Rat, finite bool) {
	finite = true
	sum := func(of query.Measure) *big.Rat {
		out := new(big.Rat)
		for _, row := range rows {
			v := c.ref.operand(of).Value(row)
			switch {
			case v.IsNull():
			case !isFinite(v):
				finite = false
			default:
				out.Add(out, exact(v))
			}
		}
		return out
	}
	values := func(of query.Measure) *big.Rat {
		n := 0
		for _, row := range rows {
			if of.Column+of.Expr == "" || !c.ref.operand(of).Value(row).IsNull() {
				n++
			}
		}
		return big.NewRat(int64(n), 1)
	}
	count := func(column string) *big.Rat { return values(query.Measure{Func: query.Count, Column: column}) }
	of := func(column string) *big.Rat { return sum(query.Measure{Func: query.Sum, Column: column}) }
	one := big.NewRat(1, 1)
	switch m := c.measure; {
	case m.Func == query.Count:
		return values(m), one, true
	case m.Func == query.Sum:
		return sum(m), one, finite
	case m.Func == query.Avg:
		return sum(m), values(m), finite
	case m.Func == query.Ratio:
		return of(m.Column), of(m.Other), finite
	case m.Expr == "sum(i) * 2.5 + count()":
		num = of("i")
		return num.Add(num.Mul(num, big.NewRat(5, 2)), count("")), one, finite
	case m.Expr == "sum(f) / sum(i)":
		return of("f"), of("i"), finite
	case m.Expr == "(count() - count(m)) / count()":
		num = count("")
		return num.Sub(num, count("m")), count(""), true
	}
	return nil, nil, true
}

// wrong says how the explanation differs from the reference, or returns "".
func (c *explained) wrong() string {
	x := c.x
	places := [explain.Sides]*explain.Place{{Row: x.Row, Col: x.Col}, x.Other, {}}
	var rows [explain.Sides][]int
	var num, den [explain.Sides]*big.Rat
	finite := true
	for side, at := range places {
		if at == nil {
			continue
		}
		rows[side] = rowsAt(c.ref, c.tab, at.Row, at.Col)
		var fine bool
		num[side], den[side], fine = c.sums(rows[side])
		finite = finite && (fine || side != explain.Own)
		if len(rows[side]) != x.Rows[side] {
			return fmt.Sprintf("%d rows on side %d, want %d", x.Rows[side], side, len(rows[side]))
		}
	}
	if apart := num[0] != nil && finite && !x.Figures[0].IsNull(); apart != (x.Kind != explain.Shares) {
		return fmt.Sprintf("kind %d of the figure %v", x.Kind, x.Figures[0])
	}
	if got := len(x.Columns) + len(x.LeftOut); got != len(c.ref.table.Columns) {
		return fmt.Sprintf("%d columns", got)
	}
	last := 1.0
	for _, column := range x.Columns {
		if column.Score < 0 || column.Score > last {
			return fmt.Sprintf("the score of %s is %v after %v", column.Field, column.Score, last)
		}
		last = column.Score
		if text := c.wrongColumn(column, rows, num, den); text != "" {
			return column.Field.String() + ": " + text
		}
	}
	return ""
}

// wrongColumn says how the lines of a column differ from the reference.
func (c *explained) wrongColumn(column explain.Column, rows [explain.Sides][]int,
	num, den [explain.Sides]*big.Rat) string {
	x := c.x
	labelled := map[string]*[explain.Sides][]int{} // by label
	for side := range rows {
		for _, row := range rows[side] {
			label := pathName([]data.Value{c.ref.label(column.Field, row)})
			if labelled[label] == nil {
				labelled[label] = &[explain.Sides][]int{}
			}
			labelled[label][side] = append(labelled[label][side], row)
		}
	}
	all, joined := len(labelled), 0
	sum, change := new(big.Rat), new(big.Rat)
	least, greatest := math.Inf(1), 0.0 // listed, and not listed
	size := func(l *explain.Line) float64 {
		of := l.Change
		if of == nil {
			of = l.Contribution
		}
		if of == nil {
			return 0
		}
		f, _ := of.Float64()
		return math.Abs(f)
	}
	compared := false
	for i := range column.Lines {
		line := &column.Lines[i]
		compared = compared || line.Change != nil
		if x.Kind != explain.Shares {
			sum.Add(sum, line.Contribution)
		}
		if line.Change != nil {
			change.Add(change, line.Change)
		}
		if line.Mix != nil && new(big.Rat).Add(line.Mix, line.Rate).Cmp(line.Change) != 0 {
			return "mix and rate do not add up"
		}
		if line.Joins > 1 || line.Label.IsNull() && strings.HasSuffix(line.Text, "other label") {
			joined = line.Joins
			continue
		}
		name := pathName([]data.Value{line.Label})
		of := labelled[name]
		if of == nil {
			return "there is no label " + line.Text
		}
		if text := c.wrongLine(line, *of, num, den); text != "" {
			return line.Text + ": " + text
		}
		least = min(least, size(line))
		delete(labelled, name)
	}
	if len(labelled) != joined || len(column.Lines)-min(joined, 1)+joined != all {
		return fmt.Sprintf("%d of %d labels are joined, want %d", joined, all, len(labelled))
	}
	for _, of := range labelled {
		line := c.plainLine(*of, num, den)
		if !compared {
			line.Change = nil
		}
		greatest = max(greatest, size(&line))
	}
	if greatest > least*(1+1e-9) {
		return fmt.Sprintf("a label with %v is left out before one with %v", greatest, least)
	}
	if x.Kind == explain.Shares {
		return ""
	}
	total, other := new(big.Rat).Quo(num[0], den[0]), new(big.Rat)
	if sum.Cmp(total) != 0 {
		return fmt.Sprintf("the contributions are %v, and the figure is %v", sum, total)
	}
	if compared {
		if other.Quo(num[1], den[1]); change.Cmp(total.Sub(total, other)) != 0 {
			return fmt.Sprintf("the changes are %v, and the difference is %v", change, total)
		}
	}
	return ""
}

// plainLine takes a label's part of the difference apart by the definition.
func (c *explained) plainLine(rows [explain.Sides][]int, num, den [explain.Sides]*big.Rat) (l explain.Line) {
	n1, d1, _ := c.sums(rows[0])
	if c.x.Kind == explain.Shares || den[0].Sign() == 0 {
		return l
	}
	quo := func(a, b *big.Rat) *big.Rat { return new(big.Rat).Quo(a, b) }
	l.Contribution = quo(n1, den[0])
	if c.x.Other == nil || den[1].Sign() == 0 {
		return l
	}
	n0, d0, _ := c.sums(rows[1])
	if c.x.Kind == explain.Adds {
		l.Change = new(big.Rat).Sub(n1, n0)
		return l
	}
	w1, w0, half := quo(d1, den[0]), quo(d0, den[1]), big.NewRat(1, 2)
	mean := new(big.Rat).Add(quo(num[0], den[0]), quo(num[1], den[1]))
	mean.Mul(mean, half)
	more := new(big.Rat).Sub(w1, w0)
	if d1.Sign() == 0 || d0.Sign() == 0 {
		l.Mix, l.Rate = new(big.Rat).Sub(quo(n1, den[0]), quo(n0, den[1])), new(big.Rat)
		l.Mix.Sub(l.Mix, mean.Mul(mean, more))
	} else {
		r1, r0 := quo(n1, d1), quo(n0, d0)
		l.Mix = new(big.Rat).Add(r1, r0)
		l.Mix.Mul(l.Mix.Sub(l.Mix.Mul(l.Mix, half), mean), more)
		l.Rate = new(big.Rat).Sub(r1, r0)
		l.Rate.Mul(l.Rate.Mul(l.Rate, half), new(big.Rat).Add(w1, w0))
	}
	l.Change = new(big.Rat).Add(l.Mix, l.Rate)
	return l
}

// wrongLine says how the line of a label differs from the reference.
func (c *explained) wrongLine(line *explain.Line, rows, num, den any) string {
	of, n, d := rows.([explain.Sides][]int), num.([explain.Sides]*big.Rat), den.([explain.Sides]*big.Rat)
	for side := range of {
		if line.Rows[side] != len(of[side]) {
			return fmt.Sprintf("%d rows on side %d, want %d", line.Rows[side], side, len(of[side]))
		}
		if side == explain.Whole && c.x.Kind == explain.Shares {
			continue
		}
		if want := c.ref.figure(c.measure, of[side]); len(of[side]) > 0 && text(line.Figures[side]) != want {
			return fmt.Sprintf("the figure on side %d is %s, want %s", side, text(line.Figures[side]), want)
		}
	}
	if c.x.Kind == explain.Shares {
		return ""
	}
	want := c.plainLine(of, n, d)
	for _, pair := range [][2]*big.Rat{{line.Contribution, want.Contribution}, {line.Change, want.Change},
		{line.Mix, want.Mix}, {line.Rate, want.Rate}} {
		if pair[0] != nil && pair[0].Cmp(pair[1]) != 0 {
			return fmt.Sprintf("%v, want %v", pair[0], pair[1])
		}
	}
	return ""
}

// TestExplainByHand takes apart an average and a sum whose parts were computed by hand. In 2023, tea sells once at 10
// and cake once at 20; in 2024, tea sells three times at 10 and cake once at 24. So the average falls from 15 to 13.5:
// tea by its weight alone, and cake by its weight in spite of its price.
func TestExplainByHand(t *testing.T) {
	e := New(Options{NoGPU: true})
	defer e.Close()
	table := data.NewTable("sales", []*data.Column{
		data.NewInts("year", data.Int, 0, []int64{2023, 2023, 2024, 2024, 2024, 2024}, nil),
		data.NewText("what", []uint32{0, 1, 0, 0, 0, 1}, []string{"tea", "cake"}, nil),
		data.NewInts("price", data.Int, 0, []int64{10, 20, 10, 10, 10, 24}, nil)})
	q := query.Query{Rows: []query.Field{{Column: "year"}}, Values: []query.Measure{
		{Func: query.Avg, Column: "price"}, {Func: query.Sum, Column: "price"}}}
	a, err := e.Pivot(context.Background(), table, q, RunOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for m, want := range []string{
		"tea: 7.5 of 13.5, change -1.0625 = mix -1.0625 + rate 0; " +
			"cake: 6 of 13.5, change -0.4375 = mix -1.9375 + rate 1.5",
		"tea: 30 of 54, change 20; cake: 24 of 54, change 4"} {
		x, err := e.Explain(context.Background(), table, a.Tab, explain.Question{Row: 2, Measure: m,
			Other: &explain.Place{Row: 1}}, func(float64) {})
		if err != nil {
			t.Fatal(err)
		}
		var lines []string
		at := slices.IndexFunc(x.Columns, func(c explain.Column) bool { return c.Field.Column == "what" })
		for _, l := range x.Columns[at].Lines {
			of := func(r *big.Rat) string { return explain.Value(r, data.Value{Type: data.Float}).String() }
			line := fmt.Sprintf("%s: %s of %s, change %s", l.Text, of(l.Contribution), x.Figures[explain.Own],
				of(l.Change))
			if l.Mix != nil {
				line += fmt.Sprintf(" = mix %s + rate %s", of(l.Mix), of(l.Rate))
			}
			lines = append(lines, line)
		}
		if got := strings.Join(lines, "; "); got != want {
			t.Errorf("%s: %s", q.Values[m], got)
		}
	}
}

// TestExplainManyLabels takes figures apart by a column of 10,000 labels, of which floats find the greatest.
func TestExplainManyLabels(t *testing.T) {
	e := New(Options{NoGPU: true})
	defer e.Close()
	table := wideTable(60_000)
	q := query.Query{Rows: []query.Field{{Column: "region"}}, Values: []query.Measure{
		{Func: query.Sum, Column: "revenue"}, {Func: query.Avg, Column: "margin"}, {Func: query.Count}}}
	ref := newReference(table, q)
	a, err := e.Pivot(context.Background(), table, q, RunOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for m, of := range q.Values {
		x, err := e.Explain(context.Background(), table, a.Tab, explain.Question{Row: 2, Measure: m,
			Other: &explain.Place{Row: 1}}, func(float64) {})
		if err != nil {
			t.Fatal(err)
		}
		c := explained{ref, a.Tab, x, of}
		if text := c.wrong(); text != "" {
			t.Errorf("%s: %s", of, text)
		}
		if !slices.ContainsFunc(x.Columns, func(c explain.Column) bool { return c.Field.Column == "customer" }) ||
			!slices.Contains(x.LeftOut, explain.LeftOut{Column: "id", Why: "nearly every row has a label of its own"}) {
			t.Errorf("%s: the columns are %v, and left out are %v", of, x.Columns, x.LeftOut)
		}
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := e.Explain(ended, table, a.Tab, explain.Question{Row: 1}, func(float64) {}); !errors.Is(err,
		context.Canceled) {
		t.Errorf("not cancelled: %v", err)
	}
}

// wideTable makes a table of 12 columns: texts of few, some and many labels, dates, numbers and a key.
func wideTable(rows int) *data.Table {
	r := rand.New(rand.NewPCG(12, 10))
	texts := func(name string, labels int) *data.Column {
		values, codes := make([]string, labels), make([]uint32, rows)
		for i := range values {
			values[i] = fmt.Sprintf("%s %d", name, i)
		}
		for i := range codes {
			codes[i] = uint32(math.Pow(r.Float64(), 2) * float64(labels))
		}
		return data.NewText(name, codes, values, nil)
	}
	ints := func(name string, kind data.Type, scale int, of func(i int) int64) *data.Column {
		values := make([]int64, rows)
		for i := range values {
			values[i] = of(i)
		}
		return data.NewInts(name, kind, scale, values, nil)
	}
	floats := make([]float64, rows)
	for i := range floats {
		floats[i] = r.NormFloat64()*100 + 0.1
	}
	return data.NewTable("wide", []*data.Column{texts("region", 5), texts("country", 50), texts("shop", 2000),
		texts("customer", max(10_000, rows/50)), texts("channel", 3), texts("product", 300),
		ints("day", data.Date, 0, func(int) int64 { return 18000 + r.Int64N(1500) }),
		ints("units", data.Int, 0, func(int) int64 { return 1 + r.Int64N(20) }),
		ints("price", data.Decimal, 2, func(int) int64 { return r.Int64N(100_000) }),
		ints("revenue", data.Decimal, 2, func(int) int64 { return r.Int64N(10_000_000) }),
		data.NewFloatColumn("margin", floats, nil), ints("id", data.Int, 0, func(i int) int64 { return int64(i) })})
}

// BenchmarkExplain explains a year of a region of 10 million rows: the first time with all keys to make, and again.
func BenchmarkExplain(b *testing.B) {
	table := wideTable(10_000_000)
	for _, m := range []query.Measure{{Func: query.Sum, Column: "revenue"}, {Func: query.Avg, Column: "price"},
		{Func: query.Median, Column: "price"}} {
		e := New(Options{NoGPU: true})
		defer e.Close()
		q := query.Query{Rows: []query.Field{{Column: "region"}},
			Cols: []query.Field{{Column: "day", Part: query.Year}}, Values: []query.Measure{m}}
		a, err := e.Pivot(context.Background(), table, q, RunOptions{})
		if err != nil {
			b.Fatal(err)
		}
		of := explain.Question{Row: 1, Col: 2, Other: &explain.Place{Row: 1, Col: 1}}
		for _, when := range []string{"first", "again"} {
			b.Run(m.String()+"/"+when, func(b *testing.B) {
				for range b.N {
					if _, err := e.Explain(context.Background(), table, a.Tab, of, func(float64) {}); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
