package chart

import (
	"context"
	"math"
	"strings"
	"testing"

	"cardinal/data"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
)

// styled draws a pivot in a style that is written as on the command line.
func styled(t *testing.T, table *data.Table, rows, cols, values, style string) (*Scene, error) {
	t.Helper()
	s, err := ParseStyle(style)
	if err != nil {
		t.Fatal(err)
	}
	return Draw(context.Background(), gridOf(t, table, rows, cols, values), s, 800, 500, Look{})
}

// months returns a table of three months, one missing between them, with figures on a line: 100, 110 and 130.
func months() *data.Table {
	return data.NewTable("t", []*data.Column{
		data.NewInts("day", data.Date, 0, []int64{19723, 19754, 19814}, nil), // 2024-01-01, 2024-02-01, 2024-04-01
		data.NewInts("v", data.Int, 0, []int64{100, 110, 130}, nil),
		data.NewInts("w", data.Int, 0, []int64{1, 10, 100}, nil),
		data.NewText("place", []uint32{0, 1, 2}, []string{"a", "b", "c"}, nil),
	})
}

// TestStyles reads styles and writes them back, and refuses what is no style.
func TestStyles(t *testing.T) {
	for text, want := range map[string]string{"": "", "auto": "", "bar": "bar", "line trend log": "line log trend",
		"auto log average": "auto log average", "scatter 1,234.50": "scatter 1234.5", "bar -3": "bar -3",
		" bar   median ": "bar median"} {
		if s, err := ParseStyle(text); err != nil || s.String() != want {
			t.Errorf("%q is %q, want %q, %v", text, s, want, err)
		}
	}
	for _, text := range []string{"log", "bar foo", "bar log log", "bar average median", "bar 1 2", "bar nan",
		"bar inf", "bar bar"} {
		if s, err := ParseStyle(text); err == nil {
			t.Errorf("%q is read as %q", text, s)
		}
	}
	full := Style{Kind: lines, Log: true, Trend: true, Across: Median}
	for k, want := range map[*Kind]string{bars: "bar median", points: "scatter log trend median", pie: "pie",
		nil: "auto log trend median"} {
		if got := full.As(k).String(); got != want {
			t.Errorf("lines become %q, want %q", got, want)
		}
	}
}

// TestLogAxis draws equal ratios as equal lengths, on lines and on points, and refuses what has no place there.
func TestLogAxis(t *testing.T) {
	for _, c := range []struct{ values, style string }{{"sum(w)", "line log"}, {"sum(v),sum(w)", "scatter log"}} {
		s, err := styled(t, months(), "trunc(day,month)", "", c.values, c.style)
		if err != nil {
			t.Fatal(err)
		}
		y := make([]float64, 3)
		for i, m := range s.Marks {
			_, y[i] = m.Middle()
		}
		if a, b := y[0]-y[1], y[1]-y[2]; a < 50 || math.Abs(a-b) > 0.01 {
			t.Errorf("%s: 1, 10 and 100 are %.2f and %.2f apart", c.style, a, b)
		}
	}
	for _, c := range []struct{ values, style, want string }{
		{"sum(w)", "bar log", "has no zero to begin at"}, {"sum(w)", "area log", "has no zero to begin at"},
		{"min(amount)", "line log", "figures above zero, and the least figure here is -"},
		{"min(units),sum(units)", "scatter log", "the least figure here is 0"},
		{"sum(w)", "bar trend", "choose one of them"}, {"sum(w)", "pie average", "needs an axis of figures"},
		{"sum(w)", "heatmap 3", "needs an axis of figures"},
	} {
		table := months()
		if !strings.Contains(c.values, "(w)") {
			table = orders(2000)
		}
		if _, err := styled(t, table, "trunc(day,month)", "", c.values, c.style); err == nil ||
			!strings.Contains(err.Error(), c.want) {
			t.Errorf("%s of %s: %v, want %s", c.style, c.values, err, c.want)
		}
		style, _ := ParseStyle(c.style)
		if _, err := NewPlan(t.Context(), gridOf(t, table, "trunc(day,month)", "", c.values), style); err == nil {
			t.Errorf("%s of %s: the plan is not refused", c.style, c.values)
		}
	}
}

// TestLogTicks gives scales of all sizes some ticks, in ascending order and within the ends.
func TestLogTicks(t *testing.T) {
	for lo := 1e-290; lo < 1e290; lo *= 37 {
		for _, ratio := range []float64{1, 1.01, 3, 1e3, 1e9} {
			d := &drawing{style: Style{Log: true}}
			l, err := d.newScale(lo, lo*ratio, 6, pivot.Format{}, false)
			if err != nil {
				t.Fatal(err)
			}
			ticks := l.ticks()
			if len(ticks) < 2 || len(ticks) > 24 || l.lo > lo*(1+1e-9) || l.hi < lo*ratio*(1-1e-9) {
				t.Errorf("%g to %g: %g to %g, ticks %v", lo, lo*ratio, l.lo, l.hi, ticks)
			}
			for i := 1; i < len(ticks); i++ {
				if ticks[i] <= ticks[i-1] {
					t.Errorf("%g to %g: ticks %v", lo, lo*ratio, ticks)
				}
			}
		}
	}
}

// TestLogFaults says why figures have no logarithmic scale.
func TestLogFaults(t *testing.T) {
	d := &drawing{style: Style{Log: true}}
	for want, ends := range map[string][2]float64{"too far apart": {1, 1e308}, "from 1e-310 to 1": {1e-310, 1},
		"the least figure here is 0": {0, 1e308}} {
		if _, err := d.newScale(ends[0], ends[1], 6, pivot.Format{}, false); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v, want %s", ends, err, want)
		}
	}
}

// TestTrends fits lines whose formula is known. A missing month counts as a step.
func TestTrends(t *testing.T) {
	tip := func(rows, values, style, want string) {
		t.Helper()
		s, err := styled(t, months(), rows, "", values, style)
		if err != nil {
			t.Fatal(err)
		}
		for i := range s.Marks {
			if got := s.Tip(i); !strings.HasSuffix(got, want) {
				t.Errorf("%s of %s by %s: the tip is\n%s", style, values, rows, got)
			}
		}
	}
	tip("trunc(day,month)", "sum(v)", "line trend", "\nTrend: 100.0 at 2024-01, + 10.00 per month, R² = 1.000")
	tip("day", "sum(v)", "line trend", "\nTrend: 99.91 at 2024-01-01, + 0.3302 per day, R² = 1.000")
	tip("place", "sum(w),sum(v)", "scatter trend", "\nTrend: 103.3 + 0.2703 × Sum of w, R² = 0.938")
	tip("v", "sum(w)", "line trend log", "\nTrend: −356.4 + 3.471 × v, R² = 0.938")
	s, err := styled(t, months(), "day", "place", "sum(v)", "line trend")
	if err != nil || !strings.Contains(strings.Join(s.Notes, " "), "and 3 lines have no such figures.") {
		t.Errorf("lines of one figure: %v, %v", s, err)
	}
	if fit, ok := newTrend([]float64{1, 2, 3}, []float64{5, 5, 5}); !ok || !math.IsNaN(fit.r2) || fit.slope != 0 {
		t.Errorf("equal figures: %v", fit)
	}
	if _, ok := newTrend([]float64{1, 1}, []float64{5, 6}); ok {
		t.Error("one place has a trend")
	}
}

// TestLevels reads the averages and medians that lines across stand at.
func TestLevels(t *testing.T) {
	q := query.Query{Rows: []query.Field{{Column: "place"}}, Values: []query.Measure{{Func: query.Sum, Column: "w"}}}
	g := answered(t, months(), q)
	for _, c := range []struct{ style, want string }{{"bar average", "Average 37"}, {"bar median", "Median 10"},
		{"bar 250", "250"}, {"bar 2.5", "2.50"}, {"bar -250", "-250"}} {
		style, _ := ParseStyle(c.style)
		p, err := NewPlan(t.Context(), g, style)
		if err != nil || p.Level == nil || p.Level.Text != c.want {
			t.Errorf("%s: %v %v", c.style, p, err)
		}
		if _, err := Draw(t.Context(), g, style, 400, 300, Look{}); err != nil {
			t.Errorf("%s: %v", c.style, err)
		}
	}
	stacks := gridOf(t, orders(3000), "status", "region", "count()")
	whole, sum := figuresOf(stacks, 0), 0.0
	for _, v := range whole {
		sum += v
	}
	for style, n := range map[string]int{"stacked average": 3, "bar average": len(whole)} {
		s, _ := ParseStyle(style)
		if p, err := NewPlan(t.Context(), stacks, s); err != nil || p.Level.Value != sum/float64(n) {
			t.Errorf("%s: %v %v, want %v", style, p.Level, err, sum/float64(n))
		}
	}
	q.Tops = []query.TopN{{N: 2, By: q.Values[0], Others: true}}
	if p, err := NewPlan(t.Context(), answered(t, months(), q), Style{Kind: bars, Across: Average}); err != nil ||
		p.Level.Value != 55 {
		t.Errorf("with Others the average is %v, %v", p.Level, err)
	}
}

// TestWaterfall draws bars of which each begins where the one before ends. The last one has the figure of the total.
func TestWaterfall(t *testing.T) {
	g := gridOf(t, orders(3000), "trunc(day, month)", "", "sum(amount)")
	s := drawn(t, g, "waterfall", 800, 500)
	l := func(i int) (from, to float64) {
		if from, to = s.Marks[i].Y1, s.Marks[i].Y0; figureOf(s, s.Marks[i]) < 0 {
			from, to = to, from
		}
		return from, to
	}
	zero, _ := l(0)
	last := len(s.Marks) - 1
	for i := range last {
		_, end := l(i)
		if next, _ := l(i + 1); i+1 < last && math.Abs(end-next) > 0.01 {
			t.Errorf("bar %d ends at %.2f, and the next one begins at %.2f", i, end, next)
		}
	}
	_, end := l(last - 1)
	if from, to := l(last); from != zero || math.Abs(to-end) > 0.01 || s.Marks[last].Row != 0 {
		t.Errorf("the total is from %.2f to %.2f, want %.2f to %.2f", from, to, zero, end)
	}
	for i := range last {
		if s.Beside(i, 1, 0) != i+1 || s.Beside(i+1, -1, 0) != i {
			t.Errorf("the arrow keys do not lead along bar %d", i)
		}
	}
	for _, c := range []struct{ rows, cols, values, want string }{
		{"region", "", "avg(amount)", "must add up"},
		{"region", "status", "count()", "a waterfall shows the parts of one"},
		{"item", "", "count()", "room for 78 of 498"}, {"region", "", "sum(odd)", "infinite or no number"},
	} {
		if _, err := styled(t, orders(3000), c.rows, c.cols, c.values, "waterfall"); err == nil ||
			!strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: %v", c, err)
		}
	}
}
