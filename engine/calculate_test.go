package engine

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"cardinal/data"
	"cardinal/engine/query"
)

// calculatedTable returns t with the calculated fields that TestCalculated asks for, computed row by row in the
// plainest way.
func calculatedTable(t *data.Table) *data.Table {
	columns := map[string][]data.Value{}
	put := func(name string, v data.Value) { columns[name] = append(columns[name], v) }
	at := func(name string, row int) data.Value {
		c, _ := t.Column(name)
		return c.Value(row)
	}
	for row := range t.Rows {
		i, m, f, a, b, d := at("i", row), at("m", row), at("f", row), at("a", row), at("b", row), at("d", row)
		diff, more, joined, plus, neg, pass, only := data.Value{}, b, data.Value{}, data.Value{}, data.Value{},
			data.Value{}, data.Value{}
		if !i.IsNull() && !m.IsNull() {
			x := new(big.Rat).SetInt(i.Int.Big())
			y := new(big.Rat).SetFrac(m.Int.Big(), pow(2))
			if diff = valueOf(new(big.Rat).Sub(x, y), 2); x.Cmp(y) > 0 {
				more = a
			}
		}
		if !a.IsNull() && !b.IsNull() {
			joined = data.TextValue(strings.ToUpper(a.Text) + "/" + b.Text)
		}
		if !d.IsNull() {
			days, _ := d.Int.Int64()
			plus = data.DateValue(days + 10)
		}
		if !f.IsNull() {
			neg = data.BoolValue(f.Float < 0)
		}
		if !neg.IsNull() && neg.Int.Sign() != 0 {
			only, pass = m, data.BoolValue(true)
		}
		for name, v := range map[string]data.Value{"diff": diff, "more": more, "joined": joined, "plus": plus,
			"neg": neg, "pass": pass, "only": only} {
			put(name, v)
		}
	}
	out := t
	for _, name := range []string{"diff", "more", "joined", "plus", "neg", "pass", "only"} {
		kind, scale := data.Int, 0
		switch name {
		case "diff", "only":
			kind, scale = data.Decimal, 2
		case "plus":
			kind = data.Date
		}
		values, valid := columns[name], data.NewBitmap(t.Rows)
		ints, bools := make([]int64, t.Rows), make([]uint8, t.Rows)
		for row, v := range values {
			if !v.IsNull() {
				valid.Set(row)
				ints[row], _ = v.Int.Int64()
				bools[row] = uint8(ints[row])
			}
		}
		c := data.FromValues(name, values)
		switch name {
		case "neg", "pass":
			c = data.NewBools(name, bools, valid)
		case "diff", "only", "plus":
			c = data.NewInts(name, kind, scale, ints, valid)
		}
		out = out.With(c)
	}
	return out
}

// TestCalculated compares pivots of calculated fields and conditional measures, on every tier, with pivots of the same
// columns computed row by row.
func TestCalculated(t *testing.T) {
	e := shared()
	lets := []query.Let{
		{Name: "Twice more", Expr: "diff * 2"}, {Name: "diff", Expr: "i - m"}, {Name: "more", Expr: "if(i > m, a, b)"},
		{Name: "joined", Expr: "upper(a) & '/' & b"}, {Name: "plus", Expr: "d + 10"}, {Name: "neg", Expr: "f < 0"},
	}
	same := [][3]string{ // rows; values with calculated fields; values of the columns
		{"more", "sum(diff), count(), distinct(joined)", "sum(diff), count(), distinct(joined)"},
		{"joined, neg", "avg(diff), max(plus)", "avg(diff), max(plus)"},
		{"year(plus), bin(diff, 50)", "count(), median(diff)", "count(), median(diff)"},
		{"a", "sum(m) where neg, count() where f < 0", "sum(only), count(pass)"},
		{"neg", "(sum(m) where neg) / sum(m), round(sum(diff), 1)", "sum(only) / sum(m), round(sum(diff), 1)"},
		{"", "first(m) where neg = true, stddev(m) where not neg <> true", "first(only), stddev(only)"},
	}
	filters := [][2]string{{"", ""}, {"neg = true and diff > 3", "neg = true and diff > 3"},
		{"f < 0 or (diff * 2) is null", "neg = true or diff is null"}, {"i > m", "diff > 0"}}
	for seed := range uint64(8) {
		r := rand.New(rand.NewPCG(seed, 18))
		table := randomTable(r, 3000)
		plain := calculatedTable(table)
		for _, s := range same {
			f := filters[r.IntN(len(filters))]
			q, ref := parsed(t, s[0], s[1], f[0]), parsed(t, s[0], s[2], f[1])
			q.Lets = lets
			want, err := e.Pivot(context.Background(), plain, ref, RunOptions{Tier: Serial})
			if err != nil {
				t.Fatal(err)
			}
			for _, tier := range []Tier{Serial, Workers, GPU} {
				got, err := e.Pivot(context.Background(), table, q, RunOptions{Tier: tier})
				if err != nil {
					t.Fatalf("seed %d, %v on %s: %v", seed, s, tier, err)
				}
				if equal, err := got.Tab.Same(context.Background(), want.Tab); err != nil || !equal {
					t.Errorf("seed %d, %v where %q: %s differs from the columns computed row by row: %v", seed, s,
						f[0], tier, err)
				}
			}
		}
	}
}

func parsed(t *testing.T, rows, values, where string) query.Query {
	t.Helper()
	var q query.Query
	var err [3]error
	q.Rows, err[0] = query.ParseFields(rows)
	q.Values, err[1] = query.ParseMeasures(values)
	q.Filter, err[2] = query.ParseFilter(where)
	if err != ([3]error{}) {
		t.Fatal(err)
	}
	return q
}

// TestCalculatedChanges changes the expression of a calculated field: no key, no device column and no number of groups
// of the old expression may be reused.
func TestCalculatedChanges(t *testing.T) {
	e := shared()
	values := make([]int64, 1000)
	for i := range values {
		values[i] = int64(i)
	}
	table := data.NewTable("t", []*data.Column{data.NewInts("x", data.Int, 0, values, nil)})
	for _, tier := range []Tier{Serial, Workers, GPU} {
		for _, by := range []int64{10, 7, 10} {
			q := parsed(t, "low", "sum(high), count() where odd", "high > 0")
			q.Lets = []query.Let{{Name: "low", Expr: fmt.Sprintf("floor(x / %d) * 1", by)},
				{Name: "high", Expr: fmt.Sprintf("base + %d", by)}, {Name: "base", Expr: fmt.Sprintf("x * %d", by)},
				{Name: "odd", Expr: fmt.Sprintf("x >= %d", by)}}
			a, err := e.Pivot(context.Background(), table, q, RunOptions{Tier: tier})
			if err != nil {
				t.Fatal(err)
			}
			sum := int64(0)
			for _, v := range values {
				sum += v*by + by
			}
			if got := a.Tab.Cell(0, 0, 0).String(); got != fmt.Sprint(sum) ||
				len(a.Tab.Rows.Leaves()) != int((999/by)+1) || a.Tab.Cell(0, 0, 1).String() != fmt.Sprint(1000-by) {
				t.Errorf("by %d on %s: %s, want %d; %d rows", by, tier, got, sum, len(a.Tab.Rows.Leaves()))
			}
		}
	}
}

// TestCalculatedRefuses asks for invalid calculated fields.
func TestCalculatedRefuses(t *testing.T) {
	e := New(Options{NoGPU: true})
	defer e.Close()
	table := randomTable(rand.New(rand.NewPCG(3, 3)), 100)
	for text, want := range map[string]string{
		"p = x2":          `no column "x2"`,
		"A = i + 1":       "the table has a column a already: give the calculated field A another name",
		"p = p + 1":       "p is calculated from itself: p uses p",
		"p = q; q = p":    "p is calculated from itself: p uses q uses p",
		"p = i; P = i":    "two calculated fields are called P",
		"p = a + 1":       "texts are joined with &",
		"p = if(i, 1, 2)": "takes a condition",
	} {
		q := parsed(t, "p", "count()", "")
		for _, one := range strings.Split(text, "; ") {
			l, err := query.ParseLet(one)
			if err != nil {
				t.Fatal(err)
			}
			q.Lets = append(q.Lets, l)
		}
		if _, err := e.Pivot(context.Background(), table, q, RunOptions{}); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

// TestCalculatedOnce adds up a calculated field in a first pivot, which computes the field while it reads the rows, in
// a second one, which stores the field, and in a third one.
func TestCalculatedOnce(t *testing.T) {
	const rows = 70_000
	r := rand.New(rand.NewPCG(1, 2))
	column := func(name string, scale int, kind data.Type, lo, n int64) *data.Column {
		values := make([]int64, rows)
		for i := range values {
			values[i] = lo + r.Int64N(n)
		}
		return data.NewInts(name, kind, scale, values, nil)
	}
	table := data.NewTable("t", []*data.Column{column("n", 0, data.Int, 1, 9), column("d", 3, data.Decimal, -500, 90_000),
		column("k", 0, data.Int, 0, 7), column("many", 0, data.Int, 0, 60_000), column("far", 0, data.Int, 0, 1<<40)})
	for _, lets := range []string{"n * d", "d / n", "if(d > 20, n, -n)", "n - 3 * d"} {
		for _, q := range []query.Query{
			parsed(t, "", "sum(x)", ""), parsed(t, "k", "avg(x), sum(d), count()", ""), parsed(t, "k", "sum(x)", "d > 30"),
			parsed(t, "many", "sum(x), min(d)", ""), parsed(t, "far", "sum(x)", ""), parsed(t, "k", "sum(x), max(x)", ""),
			parsed(t, "k, many", "sum(x)", "n <> 2"), parsed(t, "k", "sum(x) where n > 3, avg(x)", ""),
			parsed(t, "k", "avg("+lets+"), median(x)", ""), parsed(t, "k", "sum(x) / sum(n)", "x > 0"),
		} {
			e, asked := New(Options{}), q
			asked.Lets = []query.Let{{Name: "x", Expr: lets}}
			var first *Answer
			for range 3 {
				a, err := e.Pivot(t.Context(), table, asked, RunOptions{})
				if err != nil {
					t.Fatal(err)
				}
				if first == nil {
					first = a
				} else if same, err := first.Tab.Same(t.Context(), a.Tab); err != nil || !same {
					t.Errorf("%s of %s differs: %v", asked.Values, lets, err)
				}
			}
			e.Close()
		}
	}
	e, q := New(Options{}), parsed(t, "k", "sum(x)", "")
	defer e.Close()
	q.Lets = []query.Let{{Name: "x", Expr: "n * d"}}
	for stored := range 2 {
		if _, err := e.Estimate(t.Context(), table, q, RunOptions{}); err != nil {
			t.Fatal(err)
		}
		if _, err := e.Pivot(t.Context(), table, q, RunOptions{}); err != nil {
			t.Fatal(err)
		}
		if got := len(e.state(table).computed); got != stored {
			t.Errorf("%d columns are stored after %d pivots", got, stored+1)
		}
	}
}
