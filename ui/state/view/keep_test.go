package view

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"cardinal/data"
	"cardinal/data/shape/lookup"
	_ "cardinal/engine/aggregate/measure"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
	"cardinal/internal/workspace"
)

var keptTable = data.NewTable("sales.csv", []*data.Column{region, product, paid, units, dollars, weight, day, at})

// dollars are the prices as a file with a currency has them.
var dollars = func() *data.Column {
	c := data.NewInts("price", data.Decimal, 2, []int64{0, 99_99}, nil)
	c.Format.Currency = "$"
	return c
}()

// one returns one of some values.
func one[T any](r *rand.Rand, values ...T) T { return values[r.IntN(len(values))] }

// randomLabel returns a value that a field of the table has, or null.
func randomLabel(r *rand.Rand, f query.Field) data.Value {
	c, _ := keptTable.Column(f.Column)
	if f.Column == "margin" {
		c = price // as it is calculated
	}
	k := f.Part.Kind()
	switch {
	case r.IntN(6) == 0:
		return data.Value{}
	case f.Groups != "", f.Part == query.Bin, f.Part == query.Bins, f.Part == query.Edges, f.Part == query.MonthName,
		f.Part == query.TimeOfDay, f.Part == query.WeekdayName:
		return data.TextValue(one(r, "A, B", "January", "Others", "it's", "0 - 10", "asc", "label", " x at y"))
	case k.Unit != 0 && k.Unit.Seconds() > 0:
		return data.PeriodValue(k.Unit, 3600*int64(r.IntN(1e6)))
	case k.Unit != 0:
		return data.PeriodValue(k.Unit, k.Unit.First(int64(r.IntN(30_000)-9000)))
	case f.Part != query.Whole:
		return data.IntValue(int64(r.IntN(2030)))
	case c.Type == data.Float:
		return data.FloatValue(one(r, 0.1, -1.0/3, 1e300, 5e-324, 7))
	case c.Type == data.Bool:
		return data.BoolValue(r.IntN(2) == 0)
	case c.Type == data.Text:
		return data.TextValue(one(r, "EU", "US", "desc", "null", "a \"b\"", "it's, so", "", "region: x",
			"Others", "(blank)"))
	}
	if c.Type == data.Date {
		return c.IntValue(r.Int64N(40_000) - 9000)
	}
	return c.IntValue(r.Int64N(1e9) - 5e8)
}

func randomField(r *rand.Rand) query.Field {
	f := one(r, key("region"), key("product"), key("paid"), key("units"), key("weight"), key("day"), key("at"),
		key("margin"),
		query.Field{Column: "price", Part: query.Bin, BinWidth: 25, BinScale: 1}, query.Field{Column: "units",
			Part: query.Bins, N: 7},
		query.Field{Column: "units", Part: query.Edges, Spec: "-1, 0.5, 10"},
		query.Field{Column: "day", Part: query.FiscalYear, N: 4},
		query.Field{Column: "day", Part: query.WeekdayName, N: 7}, query.Field{Column: "at", Part: query.TimeOfDay},
		query.Field{Column: "day", Part: query.Year},
		query.Field{Column: "at", Part: query.TruncHour}, query.Field{Column: "day", Part: query.TruncWeek},
		query.Field{Column: "day", Part: query.MonthName})
	if r.IntN(8) == 0 {
		f.Groups = query.GroupsText([]query.LabelGroup{{Name: "A; b",
			Labels: []query.Literal{{Text: "x, y", Quoted: true}, {Null: true}}}, {Name: "Rest", Rest: true}})
	}
	return f
}

func randomMeasure(r *rand.Rand) query.Measure {
	m := one(r, query.Measure{Func: query.Count}, sum("units"), avg("price"), query.Measure{Func: query.Quantile,
		Column: "weight", Param: "0.9"},
		query.Measure{Func: query.Sum, Expr: "units * price"}, query.Measure{Func: query.Formula,
			Expr: "sum(units) / count()"},
		query.Measure{Func: query.Corr, Column: "units", Other: "price"}, sum("margin"))
	if m.Func != query.Formula && r.IntN(3) == 0 {
		m.Where = one(r, "region = 'EU'", "(units > 3 and paid is null)")
	}
	return m
}

func randomShow(r *rand.Rand, m query.Measure, rows, cols []query.Field) query.Show {
	var s query.Show
	for {
		w := one(r, query.Ways...)
		s = query.Show{Kind: w.Kind}
		if w.Axis {
			s.Along = one(r, query.AlongRows, query.AlongCols)
		}
		if w.Base {
			s.Base = one(r, query.Literal{Text: "EU", Quoted: true}, query.Literal{Null: true},
				query.Literal{Text: "a, b", Quoted: true},
				query.Literal{Text: "x along rows", Quoted: true}, query.Literal{Text: "Others", Quoted: true,
					Others: true})
		}
		if w.Spans {
			s.N = 2 + r.IntN(20)
		}
		if of := slices.Concat(rows, cols); w.Field && len(of) > 0 && (w.Needs || r.IntN(2) == 0) {
			if s.Of, s.Along = one(r, of...), query.AlongRows; !slices.Contains(rows, s.Of) {
				s.Along = query.AlongCols
			}
		}
		if s.Suits(m, true) == nil {
			return s
		}
	}
}

func randomFilter(r *rand.Rand) Filter {
	c := one(r, region, units, dollars, weight, day, at, paid)
	f := NewFilter(c)
	f.Pinned, f.EveryTab = r.IntN(3) == 0, r.IntN(3) == 0
	switch r.IntN(6) {
	case 0:
		f.Kind = one(r, List, Range, Texts, Relative) // every row passes
	case 1, 2:
		f.Kind, f.Exclude = List, r.IntN(2) == 0
		if r.IntN(3) == 0 && c == day {
			f.Field.Part = one(r, query.Year, query.TruncMonth, query.MonthName)
		}
		null := false
		for range 1 + r.IntN(3) {
			v := randomLabel(r, f.Field)
			if null = null || v.IsNull(); !v.IsNull() && !slices.Contains(f.Values, v) {
				f.Values = append(f.Values, v)
			}
		}
		if null || len(f.Values) == 0 {
			f.Values = append(f.Values, data.Value{})
		}
	case 3:
		f.Kind = Texts
		f.Exclude = r.IntN(2) == 0
		f.Text = Text{Op: one(r, TextOps...), Pattern: one(r, "a", "it's", "^x|y$", "%"), MatchCase: r.IntN(2) == 0}
	case 4:
		if c == day || c == at {
			f.Kind, f.Period = Relative, query.Period{Kind: one(r, query.LastUnits, query.NextUnits), N: 3,
				Unit: "month", Of: one(r, "", query.Today, "2024-01-31")}
		}
	default:
		switch c {
		case units, dollars, weight:
			f.Kind = Range
			f.Low, f.High = one(r, "", "-1,000", "−5", "3"), one(r, "1,234.5", "10", "1e3")
		case day, at:
			f.Kind = Range
			f.Low, f.High = one(r, "", "2023", "2023-06"), one(r, "2024-02", "2024", "2024-02-28", "")
		}
	}
	return f
}

// randomState returns a state as edits make it.
func randomState(r *rand.Rand) State {
	s := State{Tier: one(r, "", "auto", "gpu"), Lets: []query.Let{{Name: "margin", Expr: "price - units"},
		{Name: "big one", Expr: "if(margin > 3, 'yes', 'no')"}}}
	for range r.IntN(4) {
		if f := randomField(r); !slices.Contains(slices.Concat(s.Rows, s.Cols), f) {
			s.Rows = append(s.Rows, f)
		}
	}
	for range r.IntN(3) {
		if f := randomField(r); !slices.Contains(slices.Concat(s.Rows, s.Cols), f) {
			s.Cols = append(s.Cols, f)
		}
	}
	for i := range r.IntN(4) {
		m := randomMeasure(r)
		if m.Show = randomShow(r, m, s.Rows, s.Cols); r.IntN(3) == 0 {
			m.Name, m.Number = fmt.Sprint("Umsatz = ", i), one(r, "#,##0.00 \"€\"", "0%")
			m.Marks = query.MarkList(append([]query.Mark{{Kind: query.Passing, If: "> 1000"},
				{Kind: query.Passing, If: "between -5 and 1.5e-2"}}, query.OfferedMarks...)[r.IntN(len(query.OfferedMarks)+2)])
		}
		if m.NoTotals = r.IntN(4) == 0; i > 0 && len(s.Values) > 0 && r.IntN(3) == 0 {
			m.Marks = query.MarkList(query.Mark{Kind: query.Most, N: 3, By: s.Values[0].Reference()})
		}
		if !slices.Contains(s.Values, m) {
			s.Values = append(s.Values, m)
		}
	}
	for range r.IntN(4) {
		s.Filters = append(s.Filters, randomFilter(r))
	}
	if s.Dashboard = r.IntN(5) == 0; s.Dashboard {
		s.LeftOut = []string{"Pivot 1", "B"}[:r.IntN(3)]
	}
	order := func(of query.Field, across []query.Field, hand bool) (o Sort) {
		switch r.IntN(4) {
		case 0:
			o.By, o.Desc = one(r, s.Measures()...), r.IntN(2) == 0
			if m := randomMeasure(r); r.IntN(3) == 0 && !slices.ContainsFunc(s.Measures(), func(v query.Measure) bool {
				return v.String() == m.String()
			}) {
				o.By, o.Unshown = m, true
			}
			for _, f := range across[:r.IntN(len(across)+1)] {
				a := At{Of: f, Label: randomLabel(r, f)}
				if r.IntN(5) == 0 {
					a.Label, a.Others = data.TextValue("Others"), true
				}
				o.At = append(o.At, a)
			}
		case 1:
			o.Desc, o.Natural = r.IntN(2) == 0, true
		case 2:
			for range 2 * r.IntN(3) {
				if !hand {
					break
				}
				if v := randomLabel(r, of); !slices.Contains(o.Hand, v) && !(v.IsNull() && len(o.Hand) == 0) {
					o.Hand = append(o.Hand, v)
				}
			}
		case 3:
			o.Desc = r.IntN(2) == 0
		}
		return o
	}
	s.Sort = order(query.Field{}, s.Cols, false)
	for _, f := range slices.Concat(s.Rows, s.Cols) {
		across := s.Rows
		if slices.Contains(s.Rows, f) {
			across = s.Cols
		}
		if r.IntN(3) == 0 {
			s.Own = append(s.Own, Own{f, order(f, across, true)})
		}
		if r.IntN(4) == 0 {
			s.Tops = append(s.Tops, Top{Of: f, N: 1 + r.IntN(9), By: randomMeasure(r), Bottom: r.IntN(2) == 0})
			if t := &s.Tops[len(s.Tops)-1]; r.IntN(3) == 0 {
				t.N, t.Until = 0, one(r, query.Until("80%"), "12.5%", "sum 1000")
			}
		}
		if r.IntN(4) == 0 {
			e, _ := ParseCondition(data.Float, data.NumberFormat{}, one(r, "> 1,000", "10 to 20", "<> -3.5"))
			s.Conditions = append(s.Conditions, Condition{Of: f, By: randomMeasure(r), If: e})
		}
		if r.IntN(2) == 0 {
			s.Rest = append(s.Rest, f)
		}
		if r.IntN(3) == 0 {
			s.Layout.NoSubtotals = append(s.Layout.NoSubtotals, f)
		} else if r.IntN(3) == 0 {
			s.Layout.SubtotalsBy = append(s.Layout.SubtotalsBy, query.Subtotal{Field: f, By: one(r,
				query.SubtotalFuncs...)})
		}
	}
	s.Chart = Chart{Place(r.IntN(3)), one(r, "", "line", "pie", "combo", "treemap")}
	for i := range r.IntN(3) {
		join := one(r, lookup.Joins...)
		s = s.AddLookup(lookup.Spec{Path: fmt.Sprintf("/data/second %d.xlsx", i), Sheet: one(r, "", "2024"),
			Keys: []lookup.Key{{On: "city", Equals: one(r, "city", "name")}, {On: "year", Equals: "J = a"}}[:1+
				r.IntN(2)],
			Columns: []string{"people", "a = b"}[:r.IntN(3)], Join: join, Every: join != "anti" && r.IntN(2) == 0})
	}
	l := &s.Layout
	l.Title = []string{"", "", "Sales"}[r.IntN(3)]
	l.NoRows = []string{"", "0", "–", "none here"}[r.IntN(4)]
	l.Compact = r.IntN(2) == 0
	l.Totals, l.TotalsFirst, l.RepeatLabels, l.ValuesOnRows, l.ShowEmpty = query.Totals(r.IntN(4)), r.IntN(2) == 0,
		r.IntN(2) == 0, r.IntN(2) == 0, r.IntN(2) == 0
	for _, onRows := range []bool{true, false} {
		fields := s.Cols
		if onRows {
			fields = s.Rows
		}
		if len(fields) == 0 {
			continue
		}
		for range r.IntN(3) {
			path := ""
			for _, f := range fields[:1+r.IntN(len(fields))] {
				if r.IntN(6) == 0 {
					path += pivot.OthersKey
				} else {
					path += pivot.PathKey([]data.Value{randomLabel(r, f)})
				}
			}
			s = s.Toggle(onRows, path)
		}
		if r.IntN(3) == 0 && onRows {
			s.Folds.RowsOf = fields[0]
		} else if r.IntN(3) == 0 {
			s.Folds.ColsOf = fields[0]
		}
	}
	return s.settle()
}

// TestKeptWhole keeps random states in workspaces and opens them again: they are the same, and the command
// reads the same query. Every part of a State stood in some of the states, so that a new one must be kept, too.
func TestKeptWhole(t *testing.T) {
	seen := map[string]bool{}
	for seed := range uint64(800) {
		s := randomState(rand.New(rand.NewPCG(seed, 19)))
		parts(reflect.ValueOf(s), seen)
		file := workspace.File{Source: workspace.Source{Sample: true}, Tabs: []workspace.Tab{s.Tab("Tab")}}
		text, err := file.Encode()
		if err != nil {
			t.Fatal(err)
		}
		again, err := workspace.Decode(text)
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, text)
		}
		got, gone, lost := FromTab(again.Tabs[0], keptTable)
		if len(gone)+len(lost) > 0 {
			t.Fatalf("seed %d: gone %v, lost %v\n%s", seed, gone, lost, text)
		}
		if got, want := plain(got), plain(s); got != want {
			t.Fatalf("seed %d: got\n%s\nwant\n%s\n%s", seed, got, want, text)
		}
		q, err := again.Tabs[0].Query()
		if got, want := plain(q), plain(s.Query()); err != nil || got != want {
			t.Fatalf("seed %d: the command asks for\n%s\nand the window for\n%s\n%v\n%s", seed, got, want, err, text)
		}
	}
	for part := range fieldsOf(reflect.TypeFor[State](), map[string]bool{}) {
		if !seen[part] {
			t.Errorf("no random state has %s: make randomState set it, and a workspace keep it", part)
		}
	}
}

// plain writes a value so that equal ones are equal texts: nil and empty are the same, and pointers are what
// they point to.
func plain(v any) string { return plainValue(reflect.ValueOf(v)) }

func plainValue(v reflect.Value) string {
	if e, is := v.Interface().(*query.Expr); is {
		if e == nil {
			return ""
		}
		return fmt.Sprintf("%s%+v", e, e.Field)
	}
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			return ""
		}
		return plainValue(v.Elem())
	case reflect.Struct:
		text := ""
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				text += v.Type().Field(i).Name + "=" + plainValue(v.Field(i)) + " "
			} else {
				text += fmt.Sprint(v.Field(i)) + " "
			}
		}
		return "{" + text + "}\n"
	case reflect.Slice:
		text := ""
		for i := range v.Len() {
			text += plainValue(v.Index(i)) + ","
		}
		return text
	}
	return fmt.Sprint(v.Interface())
}

// parts notes every field of a struct, by its type, that is not zero somewhere in a value.
func parts(v reflect.Value, seen map[string]bool) {
	switch v.Kind() {
	case reflect.Slice:
		for i := range v.Len() {
			parts(v.Index(i), seen)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() && !v.Field(i).IsZero() {
				seen[v.Type().String()+"."+f.Name] = true
				parts(v.Field(i), seen)
			}
		}
	}
}

// fieldsOf lists the fields of all structs in a type. What belongs to a table counts as one part.
func fieldsOf(t reflect.Type, out map[string]bool) map[string]bool {
	for t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct || t == reflect.TypeFor[data.Value]() || t == reflect.TypeFor[data.NumberFormat]() {
		return out
	}
	for i := range t.NumField() {
		if f := t.Field(i); f.IsExported() && !out[t.String()+"."+f.Name] {
			out[t.String()+"."+f.Name] = true
			fieldsOf(f.Type, out)
		}
	}
	return out
}
