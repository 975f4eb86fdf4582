package engine

import (
	"fmt"
	"math"
	"math/big"
	"regexp"
	"slices"
	"strings"
	"time"

	"cardinal/data"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
)

// reference answers a query in a plain way: it puts every row into every cell it belongs to, and computes every figure
// from the cell's rows with big numbers. Cells are named by the paths of their labels.
type reference struct {
	table *data.Table
	query query.Query
	cells map[string][]int

	figures  map[string]string       // by cell and measure
	latest   map[string]time.Time    // the last day by column
	computed map[string]*data.Column // the calculated columns by their text
	edges    map[string][]data.Value // of bins with equally many values, by their fields
}

func newReference(t *data.Table, q query.Query) *reference {
	r := &reference{t, q, map[string][]int{}, map[string]string{}, map[string]time.Time{}, map[string]*data.Column{},
		map[string][]data.Value{}}
	for i := range t.Rows {
		if q.Filter != nil && r.evaluate(q.Filter, i) != 1 {
			continue
		}
		cols := r.pathsAbove(q.Cols, i)
		for _, row := range r.pathsAbove(q.Rows, i) {
			for _, col := range cols {
				name := row + "|" + col
				r.cells[name] = append(r.cells[name], i)
			}
		}
	}
	return r
}

func cellName(rows, cols []data.Value) string { return pathName(rows) + "|" + pathName(cols) }

// pathsAbove returns the names of the paths that a row lies under, from the total to its own.
func (r *reference) pathsAbove(fields []query.Field, row int) []string {
	path, names := r.path(fields, row), []string{""}
	for d := range path {
		names = append(names, pathName(path[:d+1]))
	}
	return names
}

// pathName writes a path. The reference has texts for periods.
func pathName(path []data.Value) string {
	path = slices.Clone(path)
	for i, v := range path {
		if v.Unit != 0 {
			path[i] = data.TextValue(v.String())
		}
	}
	return pivot.PathKey(path)
}

func (r *reference) column(name string) *data.Column {
	c, err := r.table.Column(name)
	if err != nil {
		panic(err)
	}
	return c
}

func (r *reference) path(fields []query.Field, row int) []data.Value {
	var out []data.Value
	for _, f := range fields {
		out = append(out, r.label(f, row))
	}
	return out
}

// evaluate returns 1 for true, 0 for false, -1 for neither.
func (r *reference) evaluate(e *query.Expr, row int) int {
	switch e.Op {
	case query.And, query.Or:
		out := 1
		if e.Op == query.Or {
			out = 0
		}
		for _, a := range e.Args {
			v := r.evaluate(a, row)
			switch {
			case e.Op == query.And && v == 0, e.Op == query.Or && v == 1:
				return v
			case v == -1:
				out = -1
			}
		}
		return out
	case query.Not:
		if v := r.evaluate(e.Args[0], row); v >= 0 {
			return 1 - v
		}
		return -1
	}
	v := r.label(e.Field, row)
	if e.Op == query.IsNull {
		return truth(v.IsNull())
	}
	if v.IsNull() {
		for _, l := range e.Values {
			if l.Null {
				return 1
			}
		}
		return -1
	}
	if pattern := patternOf(e); pattern != "" {
		return truth(regexp.MustCompile(pattern).MatchString(v.String()))
	}
	if e.Op == query.Within {
		return truth(r.within(e, v))
	}
	if e.Op == query.In {
		for _, l := range e.Values {
			if !l.Null && compareLiteral(v, l) == 0 {
				return 1
			}
		}
		return 0
	}
	cmp := compareLiteral(v, e.Values[0])
	return truth(map[query.Op]bool{query.Eq: cmp == 0, query.Ne: cmp != 0, query.Lt: cmp < 0, query.Le: cmp <= 0,
		query.Gt: cmp > 0, query.Ge: cmp >= 0}[e.Op])
}

// patternOf returns the text comparison of e as a regular expression, or "" if e compares values.
func patternOf(e *query.Expr) string {
	var pattern string
	switch quoted := ""; e.Op {
	case query.Like:
		for _, c := range e.Values[0].Text {
			switch c {
			case '%':
				quoted += ".*"
			case '_':
				quoted += "."
			default:
				quoted += regexp.QuoteMeta(string(c))
			}
		}
		pattern = "^(" + quoted + ")$"
	case query.Contains:
		pattern = regexp.QuoteMeta(e.Values[0].Text)
	case query.Begins:
		pattern = "^" + regexp.QuoteMeta(e.Values[0].Text)
	case query.Ends:
		pattern = regexp.QuoteMeta(e.Values[0].Text) + "$"
	case query.Matches:
		pattern = e.Values[0].Text
	case query.Eq:
		if !e.AnyCase {
			return ""
		}
		pattern = "^" + regexp.QuoteMeta(e.Values[0].Text) + "$"
	default:
		return ""
	}
	if e.AnyCase {
		return "(?is)" + pattern
	}
	return "(?s)" + pattern
}

// within walks the days of a stretch one by one.
func (r *reference) within(e *query.Expr, v data.Value) bool {
	day := func(v data.Value) time.Time { return v.Time().Truncate(24 * time.Hour) }
	anchor, known := r.latest[e.Field.Column]
	if !known {
		for i, c := 0, r.column(e.Field.Column); i < c.Rows; i++ {
			if v := c.Value(i); !v.IsNull() && (anchor.IsZero() || day(v).After(anchor)) {
				anchor = day(v)
			}
		}
		r.latest[e.Field.Column] = anchor
	}
	if e.Period.Of != "" {
		anchor, _ = time.Parse(time.DateOnly, e.Period.Of)
	}
	at := day(v)
	unit := func(t time.Time) string {
		year, week := t.ISOWeek()
		return map[string]string{"day": t.Format(time.DateOnly), "week": fmt.Sprint(year, "W", week),
			"month":   t.Format("2006-01"),
			"quarter": fmt.Sprint(t.Year(), "Q", (t.Month()+2)/3), "year": t.Format("2006")}[e.Period.Unit]
	}
	switch e.Period.Kind {
	case query.LastUnits, query.NextUnits: // of days and weeks
		n := e.Period.N * map[string]int{"day": 1, "week": 7}[e.Period.Unit]
		if e.Period.Kind == query.NextUnits {
			return at.After(anchor) && !at.After(anchor.AddDate(0, 0, n))
		}
		return !at.After(anchor) && at.After(anchor.AddDate(0, 0, -n))
	case query.PreviousUnit:
		before := anchor
		for unit(before) == unit(anchor) {
			before = before.AddDate(0, 0, -1)
		}
		anchor = before
	}
	return unit(at) == unit(anchor)
}

func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}

func compareLiteral(v data.Value, l query.Literal) int {
	switch v.Type {
	case data.Text, data.Date:
		return strings.Compare(v.String(), l.Text)
	case data.Float:
		if v.Float != v.Float {
			return 1
		}
		if math.IsInf(v.Float, 0) {
			return int(math.Copysign(1, v.Float))
		}
	}
	x, ok := new(big.Rat).SetString(l.Text)
	if !ok {
		panic("not a number: " + l.Text)
	}
	y := new(big.Rat)
	if v.Type == data.Float {
		y.SetFloat64(v.Float)
	} else {
		y.SetFrac(v.Int.Big(), pow(v.Scale))
	}
	return y.Cmp(x)
}

// figureOf returns measure m of a cell, computed once.
func (r *reference) figureOf(cell string, m query.Measure) string {
	name := cell + "=" + m.String()
	f, ok := r.figures[name]
	if !ok {
		f = r.figure(m, r.cells[cell])
		r.figures[name] = f
	}
	return f
}

// figure computes measure m over the rows of a cell. It returns a text; equal bits give equal texts.
func (r *reference) figure(m query.Measure, rows []int) string {
	if m.Func == query.Formula {
		a, err := query.ParseFormula(m.Expr)
		if err != nil {
			panic(err)
		}
		return text(r.formula(a, rows))
	}
	if m.Column == "" && m.Expr == "" {
		return fmt.Sprintf("int %d/0", len(rows))
	}
	c := r.operand(m)
	var values []data.Value
	for _, i := range rows {
		if v := c.Value(i); !v.IsNull() {
			values = append(values, v)
		}
	}
	switch m.Func {
	case query.Count:
		return fmt.Sprintf("int %d/0", len(values))
	case query.Distinct:
		seen := map[string]bool{}
		for _, v := range values {
			if v.Type == data.Float && v.Float == 0 {
				v.Float = 0
			}
			seen[v.String()] = true
		}
		return fmt.Sprintf("int %d/0", len(seen))
	}
	if m.Func == query.Corr {
		return text(correlation(c, r.column(m.Other), rows))
	}
	if len(values) == 0 {
		return "null"
	}
	switch m.Func {
	case query.Median, query.Quantile:
		return text(quantileOf(values, m))
	case query.Mode:
		return text(modeOf(values))
	case query.First:
		return text(values[0])
	case query.Last:
		return text(values[len(values)-1])
	case query.Product:
		return text(productOf(c, values))
	case query.Stddev, query.StddevPop, query.Var, query.VarPop:
		return text(varianceOf(values, m.Func))
	case "skewness":
		return text(skewnessOf(values))
	case query.Ratio:
		return text(ratioOf(values, r.column(m.Other), rows))
	case query.Top:
		return text(topOf(values, m))
	case query.Labels:
		return text(listOf(values))
	case query.Min, query.Max:
		return text(extremeOf(values, m.Func == query.Max))
	}
	if c.Type == data.Float {
		return text(floatTotal(values, m.Func == query.Avg))
	}
	sum := new(big.Int)
	for _, v := range values {
		sum.Add(sum, v.Int.Big())
	}
	if m.Func == query.Sum {
		return fmt.Sprintf("%s %s/%d", c.Type, sum, c.Scale)
	}
	avg, _ := new(big.Rat).SetFrac(sum, new(big.Int).Mul(big.NewInt(int64(len(values))), pow(c.Scale))).Float64()
	return text(data.FloatValue(avg))
}

func extremeOf(values []data.Value, isMax bool) data.Value {
	best := data.Value{}
	for _, v := range values {
		switch {
		case best.IsNull(), best.Type == data.Float && best.Float != best.Float:
			best = v
		case v.Type == data.Float && v.Float != v.Float:
		case isMax == (data.Compare(v, best) > 0):
			best = v
		}
	}
	return best
}

// floatTotal returns the exact sum or mean of the values, rounded once.
func floatTotal(values []data.Value, avg bool) data.Value {
	total, special := new(big.Rat), 0.0
	for _, v := range values {
		if isFinite(v) {
			total.Add(total, exact(v))
		} else {
			special += v.Float
		}
	}
	if special != 0 || special != special {
		return data.FloatValue(special)
	}
	if avg {
		total.Quo(total, new(big.Rat).SetInt64(int64(len(values))))
	}
	f, _ := total.Float64()
	return data.FloatValue(f)
}

func text(v data.Value) string {
	switch v.Type {
	case data.Null:
		return "null"
	case data.Float:
		if v.Float != v.Float {
			return "float NaN"
		}
		return fmt.Sprintf("float %016x", math.Float64bits(v.Float))
	case data.Int, data.Decimal:
		return fmt.Sprintf("%s %s/%d", v.Type, v.Int, v.Scale)
	}
	return fmt.Sprint(v.Type, " ", v)
}
