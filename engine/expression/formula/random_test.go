package formula

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"cardinal/data"
	"cardinal/engine/query"
)

// expressions writes random expressions over the columns of oddTable.
type expressions struct{ *rand.Rand }

func (r expressions) of(choices ...string) string { return choices[r.IntN(len(choices))] }

func (r expressions) number(depth int) string {
	if depth <= 0 {
		return r.of("n", "d", "f", "wide", "none", "many", "0", "1", "-3", "2.50", "1e3", "0.000000001", "null", "7",
			"9223372036854775807")
	}
	a, b := func() string { return r.number(depth - 1 - r.IntN(2)) }, func() string { return r.number(r.IntN(depth)) }
	switch r.IntN(22) {
	case 0, 1, 2, 3, 4, 5, 6:
		return fmt.Sprintf("(%s %s %s)", a(), r.of("+", "-", "*", "/", "+", "-", "^"), b())
	case 7:
		return "(-" + a() + ")"
	case 8, 9:
		return fmt.Sprintf("if(%s, %s, %s)", r.condition(depth-1), a(), b())
	case 10:
		return fmt.Sprintf("coalesce(%s, %s)", a(), b())
	case 11:
		return fmt.Sprintf("%s(%s, %s)", r.of("least", "greatest"), a(), b())
	case 12:
		return fmt.Sprintf("round(%s%s)", a(), r.of("", ", 1", ", -2", ", n", ", 20"))
	case 13:
		return fmt.Sprintf("%s(%s)", r.of("floor", "ceil", "abs"), a())
	case 14:
		return fmt.Sprintf("mod(%s, %s)", a(), b())
	case 15:
		return fmt.Sprintf("%s(%s)", r.of("sqrt", "exp", "ln", "log"), a())
	case 16:
		return fmt.Sprintf("len(%s)", r.text(depth-1))
	case 17:
		return fmt.Sprintf("position(%s, %s)", r.text(depth-1), r.text(0))
	case 18:
		return fmt.Sprintf("number(%s)", r.text(depth-1))
	case 19:
		return fmt.Sprintf("datediff(%s, %s, %s)", r.date(depth-1), r.date(0), r.of("day", "month", "week"))
	case 20:
		return fmt.Sprintf("%s(%s)", r.of("year", "month", "day"), r.of("day", "at"))
	}
	return fmt.Sprintf("(%s - %s)", r.date(depth-1), r.date(0))
}

func (r expressions) text(depth int) string {
	if depth <= 0 {
		return r.of("s", "u", "empty", "'x'", "''", "null", "s")
	}
	a := func() string { return r.text(depth - 1) }
	switch r.IntN(9) {
	case 0:
		return fmt.Sprintf("(%s & %s)", a(), r.of("n", "d", "day", "b", "s", "u"))
	case 1:
		return fmt.Sprintf("concat(%s, %s)", a(), a())
	case 2:
		return fmt.Sprintf("%s(%s)", r.of("upper", "lower", "trim"), a())
	case 3:
		return fmt.Sprintf("%s(%s, %s)", r.of("left", "right", "mid"), a(), r.number(r.IntN(depth)))
	case 4:
		return fmt.Sprintf("replace(%s, %s, '+')", a(), r.text(0))
	case 5:
		return fmt.Sprintf("split_part(%s, %s, %s)", a(), r.of("'-'", "u", "'b'"), r.of("1", "-1", "2", "n"))
	case 6:
		return fmt.Sprintf("regexp_extract(%s, '[a-c]+')", a())
	case 7:
		return fmt.Sprintf("coalesce(%s, %s)", a(), a())
	}
	return fmt.Sprintf("if(%s, %s, %s)", r.condition(depth-1), a(), a())
}

func (r expressions) date(depth int) string {
	if depth <= 0 {
		return r.of("day", "at", "day", "2024-02-29", "2001-09-09T01:46:40.5")
	}
	switch r.IntN(5) {
	case 0:
		return fmt.Sprintf("(%s %s %s)", r.date(depth-1), r.of("+", "-"), r.of("1", "n", "100"))
	case 1:
		return fmt.Sprintf("add_months(%s, %s)", r.date(depth-1), r.of("1", "n", "-12"))
	case 2:
		return fmt.Sprintf("if(%s, %s, %s)", r.condition(depth-1), r.date(depth-1), r.date(0))
	case 3:
		return fmt.Sprintf("date(2024, %s, %s)", r.of("n", "2", "d"), r.of("n", "29", "1"))
	}
	return fmt.Sprintf("coalesce(%s, %s)", r.date(depth-1), r.date(0))
}

func (r expressions) condition(depth int) string {
	if depth <= 0 {
		return r.of("b", "n > 3", "d <= 0.5", "f > 0", "s = 'abc'", "u is null", "n in (1, 2, 3)", "day < 2001-01-01",
			"n between -5 and 5", "none > 1", "wide > 0")
	}
	op := r.of("=", "<>", "<", "<=", ">", ">=")
	switch r.IntN(7) {
	case 0:
		return fmt.Sprintf("(%s %s %s)", r.condition(depth-1), r.of("and", "or"), r.condition(depth-1))
	case 1:
		return fmt.Sprintf("(not %s)", r.condition(depth-1))
	case 2, 3:
		return fmt.Sprintf("(%s %s %s)", r.number(depth-1), op, r.number(r.IntN(depth)))
	case 4:
		return fmt.Sprintf("(%s %s %s)", r.text(depth-1), op, r.text(r.IntN(depth)))
	case 5:
		return fmt.Sprintf("(%s %s %s)", r.date(depth-1), op, r.date(0))
	}
	return fmt.Sprintf("(%s is null)", r.number(depth-1))
}

// any writes an expression of any type.
func (r expressions) any(depth int) string {
	switch r.IntN(6) {
	case 0:
		return r.text(depth)
	case 1:
		return r.date(depth)
	case 2:
		return "(" + r.condition(depth) + ")"
	}
	return r.number(depth)
}

// oddTable returns table with NaN, infinities, -0 and the ends of 64 bits, and with columns that are null in every row.
func oddTable(rows int) *data.Table {
	t := table(rows)
	r := rand.New(rand.NewPCG(3, 4))
	odd := []float64{math.NaN(), math.Inf(1), math.Inf(-1), math.Copysign(0, -1), 0, 1e300, 1 << 63, 5e-324, 0.1, -2.5}
	ends := []int64{math.MaxInt64, math.MinInt64, 0, 1, -1, 1 << 53, 1<<53 + 1, 999_999_999_999}
	var columns []*data.Column
	for _, c := range t.Columns {
		switch c.Name {
		case "f":
			values := make([]float64, rows)
			for i := range values {
				if values[i] = c.Floats[i]; r.IntN(3) == 0 {
					values[i] = odd[r.IntN(len(odd))]
				}
			}
			c = data.NewFloatColumn("f", values, nil)
		case "wide":
			values, valid := make([]int64, rows), data.NewBitmap(rows)
			for i := range values {
				if values[i] = ends[r.IntN(len(ends))]; r.IntN(4) > 0 {
					valid.Set(i)
				}
			}
			c = data.NewInts("wide", data.Int, 0, values, valid)
		}
		columns = append(columns, c)
	}
	many := make([]int64, rows)
	for i := range many {
		many[i] = r.Int64N(1e9) - 5e8
	}
	return data.NewTable("t", append(columns,
		data.NewInts("none", data.Int, 0, make([]int64, rows), data.NewBitmap(rows)),
		data.NewText("empty", make([]uint32, rows), nil, data.NewBitmap(rows)),
		data.NewInts("many", data.Decimal, 3, many, nil)))
}

// TestRandomExpressionsAreEval holds 10,000 random columns against Eval of single rows, bit for bit: each node of
// an expression over the values of the columns of its operands. Columns whose exact numbers might not fit 64 bits
// are floats, and single rows have 128 bits; these are not compared.
func TestRandomExpressionsAreEval(t *testing.T) {
	tab := oddTable(70)
	r := expressions{rand.New(rand.NewPCG(7, 8))}
	compared, enough := 0, 10_000
	if testing.Short() { // under the race detector
		enough = 500
	}
	for tries := 0; compared < enough; tries++ {
		if tries > 4*enough {
			t.Fatalf("only %d of %d expressions have a column", compared, tries)
		}
		text := r.any(r.IntN(5))
		a, err := query.ParseArith(text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if c, err := compute(tab, text); err == nil && !strings.Contains(c.Note, InFloats) {
			compared++
			compareNodes(t, tab, a)
		}
	}
}

// compareNodes compares the column of each node with the node computed row by row from the columns of its operands.
// It returns the column of the last node, or nil if the node is null in every row.
func compareNodes(t *testing.T, tab *data.Table, a *query.Arith) *data.Column {
	node, operands := operandsOf(a)
	columns := make([]*data.Column, len(operands))
	for i, operand := range operands {
		columns[i] = compareNodes(t, tab, operand)
	}
	c, err := columnOf(tab, a)
	if err != nil {
		return nil
	}
	if node == nil {
		return c
	}
	for row := range tab.Rows {
		want := Eval(node, func(leaf *query.Arith) (v data.Value) {
			if i, _ := strconv.Atoi(leaf.Column); columns[i] != nil {
				v = columns[i].Value(row)
			}
			return v
		})
		want, _ = convert(want, shape{kind: c.Type, scale: c.Scale, utc: c.UTC})
		if got := c.Value(row); !identical(got, want) {
			t.Fatalf("%s, row %d: %v in the column and %v alone", a, row, got, want)
		}
	}
	return c
}

// operandsOf returns a node in which numbers stand for the operands, and the operands. The node is nil if Eval does
// not compute it: for a column, and for parts of dates.
func operandsOf(a *query.Arith) (node *query.Arith, operands []*query.Arith) {
	plain := a.Column == "" && !a.IsPart()
	number := func(a *query.Arith) *query.Arith {
		if a == nil || a.Number != "" || a.Literal != nil {
			return a
		}
		operands = append(operands, a)
		return &query.Arith{Column: strconv.Itoa(len(operands) - 1)}
	}
	var condition func(e *query.Expr) *query.Expr
	condition = func(e *query.Expr) *query.Expr {
		out := *e
		out.Args = make([]*query.Expr, len(e.Args))
		for i, arg := range e.Args {
			out.Args[i] = condition(arg)
		}
		if out.Of = e.Of; e.Of == nil && len(e.Args) == 0 {
			out.Of = &query.Arith{Column: e.Field.Column}
			plain = plain && e.Field.Part == query.Whole
		}
		out.Of, out.With = number(out.Of), number(e.With)
		return &out
	}
	out := *a
	out.Args = make([]*query.Arith, len(a.Args))
	for i, arg := range a.Args {
		out.Args[i] = number(arg)
	}
	if a.If != nil {
		out.If = condition(a.If)
	}
	if !plain {
		return nil, operands
	}
	return &out, operands
}

// identical compares the bits of values. All NaN are one.
func identical(a, b data.Value) bool {
	if a.Type != data.Float || b.Type != data.Float {
		return a.Type == b.Type && a.String() == b.String()
	}
	return math.Float64bits(a.Float) == math.Float64bits(b.Float) || a.Float != a.Float && b.Float != b.Float
}

// TestDeepExpressions nests expressions 90 functions deep, each in its own way.
func TestDeepExpressions(t *testing.T) {
	tab := oddTable(3 * batchRows)
	for _, nest := range [][2]string{
		{"(", " + 1)"}, {"(d / ", ")"}, {"abs(", ")"}, {"coalesce(", ", d)"}, {"mod(", ", 97)"}, {"round(", ", 1)"},
		{"if(b, ", ", d)"}, {"if(n > d, d, ", ")"}, {"least(d, ", ")"}, {"sqrt(", ")"},
	} {
		text := strings.Repeat(nest[0], 90) + "n" + strings.Repeat(nest[1], 90)
		a, err := query.ParseArith(text)
		if err != nil {
			t.Fatal(err)
		}
		if c := compareNodes(t, tab, a); c == nil {
			t.Errorf("%s…%s has no column", nest[0], nest[1])
		}
	}
	for _, nest := range [][2]string{{"upper(", ")"}, {"(", " & 'x')"}, {"(u & ", ")"}, {"if(b, ", ", u)"}} {
		text := strings.Repeat(nest[0], 90) + "s" + strings.Repeat(nest[1], 90)
		if c, err := compute(tab, text); err != nil || c.Rows != tab.Rows {
			t.Errorf("%s…%s: %v", nest[0], nest[1], err)
		}
	}
}

// TestColumnStops ends the context while the first batches are computed, which takes no further batch.
func TestColumnStops(t *testing.T) {
	tab := table(4 * pieceRows)
	a, err := query.ParseArith("f")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	e := &evaluator{Rows: OfTable(tab, nil), ctx: ctx, n: tab.Rows}
	v, err := e.eval(a)
	if err != nil {
		t.Fatal(err)
	}
	var batches atomic.Int64
	rows := v.rows
	v.rows = func(b *batch) lanes {
		cancel()
		batches.Add(1)
		return rows(b)
	}
	if _, err := e.column(v, ""); !errors.Is(err, context.Canceled) || batches.Load() > int64(runtime.GOMAXPROCS(0)) {
		t.Errorf("%v after %d batches", err, batches.Load())
	}
}
