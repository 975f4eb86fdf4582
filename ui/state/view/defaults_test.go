package view

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"cardinal/data"
	"cardinal/engine/query"
)

func TestDefaults(t *testing.T) {
	for _, tc := range []struct {
		c       *data.Column
		home    Shelf
		key     string
		measure string
	}{
		{region, Rows, "region", "count(region)"},
		{paid, Rows, "paid", "count(paid)"},
		{units, Values, "units", "sum(units)"},
		{data.NewInts("order_id", data.Int, 0, []int64{1, 2}, nil), Rows, "order_id", "count(order_id)"},
		{price, Values, "bin(price, 5)", "sum(price)"},
		{weight, Values, "bin(weight, 0.02)", "sum(weight)"},
		{day, Rows, "year(day)", "count(day)"},
		{at, Rows, "trunc(at, hour)", "count(at)"},
		{dates("d", "2024-01-01", "2024-12-31"), Rows, "trunc(d, month)", "count(d)"},
		{dates("d", "2024-01-01", "2024-01-20"), Rows, "d", "count(d)"},
		{stamps("s", "2024-01-01 00:00", "2024-01-20 00:00"), Rows, "trunc(s, day)", "count(s)"},
		{data.NewInts[int64]("served", data.Date, 0, nil, nil), Rows, "year(served)", "count(served)"},
		{data.NewFloatColumn("served", nil, nil), Values, "bin(served, 50)", "sum(served)"},
		{data.NewFloats("blank", []float64{0}, data.NewBitmap(1)), Values, "bin(blank, 1)", "sum(blank)"},
	} {
		m := State{}.Add(tc.c, Values, 0).Values[0]
		if Home(tc.c) != tc.home || DefaultKey(tc.c).String() != tc.key || m.String() != tc.measure {
			t.Errorf("%s: on %s, as %s, %s", tc.c.Name, Home(tc.c), DefaultKey(tc.c), m)
		}
	}
}

// TestEveryAggregateOnce drops one column on Values until every aggregate stands there; one more moves the first.
func TestEveryAggregateOnce(t *testing.T) {
	for _, c := range []*data.Column{region, paid, units, weight, day, at} {
		s := State{}
		for range len(FuncsOf(c)) + 1 {
			s = s.Add(c, Values, 99)
		}
		funcs := slices.Clone(FuncsOf(c))
		funcs = append(funcs[1:], funcs[0])
		for i, m := range s.Values {
			if m != (query.Measure{Func: funcs[i], Column: c.Name}) {
				t.Errorf("%s: %v", c.Name, s.Values)
				break
			}
		}
	}
}

func TestParts(t *testing.T) {
	for _, tc := range []struct {
		c                  *data.Column
		periods, recurring int
	}{{region, 0, 0}, {units, 0, 0}, {day, 4, 7}, {at, 7, 10},
		{data.NewText("start", []uint32{0, 1}, []string{"09:30", "10:15"}, nil), 2, 3}} {
		if p, r := PeriodsOf(tc.c), RecurringOf(tc.c, 7); len(p) != tc.periods || len(r) != tc.recurring {
			t.Errorf("%s: %v and %v", tc.c.Name, p, r)
		}
	}
	if !slices.Contains(RecurringOf(day, 7), query.Field{Column: "day", Part: query.WeekdayName, N: 7}) {
		t.Error("the week does not begin on Sunday")
	}
}

// TestLevels drops dates again and again: each drop is a finer level, and a date beside its years is the months
// of a year.
func TestLevels(t *testing.T) {
	drop := func(c *data.Column, first query.Field, on Shelf, n int) string {
		s := State{Rows: []query.Field{first}}
		for range n {
			s = s.Add(c, on, 99)
		}
		return fmt.Sprint(s.Rows, s.Cols)
	}
	for want, got := range map[string]string{
		"[year(day) trunc(day, quarter) trunc(day, month) day] []": drop(day,
			query.Field{Column: "day", Part: query.Year}, Rows, 4),
		"[year(at) trunc(at, quarter) trunc(at, month) trunc(at, day) trunc(at, hour) trunc(at, minute)] []": drop(at,
			query.Field{Column: "at", Part: query.Year}, Rows, 5),
		"[fiscalyear(day, 4) fiscalquarter(day, 4) trunc(day, month)] []": drop(day,
			query.Field{Column: "day", Part: query.FiscalYear, N: 4}, Rows, 2),
		"[year(day)] [monthname(day) day(day)]": drop(day,
			query.Field{Column: "day", Part: query.Year}, Cols, 2),
		"[trunc(at, week) trunc(at, day)] []": drop(at,
			query.Field{Column: "at", Part: query.TruncWeek}, Rows, 1),
	} {
		if got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

func TestRoundWidth(t *testing.T) {
	for _, tc := range []struct {
		w    float64
		want string
	}{
		{1, "1"}, {1.01, "2"}, {2, "2"}, {2.5, "5"}, {5, "5"}, {7, "10"}, {10, "10"}, {120, "200"}, {1e6, "1000000"},
		{0.1, "0.1"}, {0.011, "0.02"}, {0.3, "0.5"}, {0.7, "1"}, {1e-9, "0.000000001"}, {1e-30, "0.000000001"},
		{1e300, "1000000000000000000"}, {0, "1"}, {-4, "1"}, {math.NaN(), "1"}, {math.Inf(1), "1"},
	} {
		f := query.Field{Part: query.Bin}
		f.BinWidth, f.BinScale = roundWidth(tc.w)
		if got := f.Width(); got != tc.want {
			t.Errorf("%v: %s, want %s", tc.w, got, tc.want)
		}
	}
}

func TestBinWidths(t *testing.T) {
	small := data.NewInts("n", data.Int, 0, []int64{0, 10}, nil)
	for _, tc := range []struct {
		c    *data.Column
		want string
	}{
		{units, "[10 20 50 100 200 500 1000]"},
		{price, "[0.5 1 5 10 50]"},
		{small, "[1 2 5 10]"},
	} {
		var got []string
		for _, f := range BinWidths(tc.c) {
			got = append(got, f.Width())
			if f.Column != tc.c.Name || f.Part != query.Bin {
				t.Errorf("%s: %+v", tc.c.Name, f)
			}
		}
		if fmt.Sprint(got) != tc.want {
			t.Errorf("%s: %v, want %s", tc.c.Name, got, tc.want)
		}
		if !slices.Contains(BinWidths(tc.c), DefaultBin(tc.c)) {
			t.Errorf("%s: the default is not among the widths", tc.c.Name)
		}
	}
}

// TestParseEdges says what a text is taken for. What a dialog shows must read back.
func TestParseEdges(t *testing.T) {
	for text, want := range map[string]string{
		"0, 10, 2,000.5": "3 edges: 0; 10; 2,000.5.", "1,000": "One edge, 1,000.", "−10;0": "2 edges: −10; 0.",
		"100,200": "One edge, 100,200. For several edges, put blanks or semicolons between them.",
	} {
		f, said, err := ParseEdges("price", text)
		if err != nil || said != want {
			t.Errorf("%q: %q, %v, want %q", text, said, err, want)
		}
		if again, _, err := ParseEdges("price", EdgesText(f)); err != nil || again != f {
			t.Errorf("%q is written %q, which is read as %+v", text, EdgesText(f), again)
		}
	}
	for _, text := range []string{"", "0; x", "10; 5", "1,00"} {
		if f, said, err := ParseEdges("price", text); err == nil {
			t.Errorf("%q is read as %+v: %s", text, f, said)
		}
	}
}

// TestParseBin reads widths as typed. What a menu writes must read back.
func TestParseBin(t *testing.T) {
	for text, want := range map[string]string{
		"10": "10", " 2.5 ": "2.5", "0.50": "0.5", ".5": "0.5", "1.": "1", "0.000000001": "0.000000001",
		"0.00002":             "0.00002",
		"1000000000000000000": "1000000000000000000", "1,000": "1000", "1e3": "1000", "2.5E-1": "0.25",
	} {
		f, err := ParseBin("price", text)
		if err != nil || f.Column != "price" || f.Part != query.Bin || f.Width() != want {
			t.Errorf("%q: %+v, %v", text, f, err)
		}
		if again, err := ParseBin("price", f.Width()); err != nil || again != f {
			t.Errorf("%q is written %q, which is read as %+v", text, f.Width(), again)
		}
	}
	for _, text := range []string{"", ".", "0", "0.0", "-1", "1,5", "1e99", "1e-10", "1e", "0x10", "ten", "1.2.3",
		"0.0000000001", "99999999999999999999"} {
		if f, err := ParseBin("price", text); err == nil {
			t.Errorf("%q is read as %+v", text, f)
		}
	}
}
