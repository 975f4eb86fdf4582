package chart

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"cardinal/data"
)

// twoFigures returns a table of two figures for each label.
func twoFigures(n, m []float64) *data.Table {
	codes, names := make([]uint32, len(n)), make([]string, len(n))
	for i := range n {
		codes[i], names[i] = uint32(i), fmt.Sprintf("label %02d", i)
	}
	return data.NewTable("pairs", []*data.Column{data.NewText("label", codes, names, nil), data.NewFloats("n", n, nil),
		data.NewFloats("m", m, nil)})
}

// TestAxesOfBarsAndLines holds the bars and the points against their figures. Both axes have zero, at the same height.
func TestAxesOfBarsAndLines(t *testing.T) {
	for name, figures := range map[string][2][]float64{
		"above zero":     {{1000, 2500, 4000}, {0.31, 0.33, 0.32}},
		"bars below":     {{-1000, 2500, 4000}, {3, 9, 5}},
		"lines below":    {{10, 25, 40}, {-3, 9, 5}},
		"apart":          {{-10, -25, -40}, {3, 9, 5}},
		"crossed":        {{10, 25, 40}, {-3000, -9000, -5000}},
		"zeros":          {{0, 0, 0}, {3, 9, 5}},
		"one label":      {{12}, {0.5}},
		"huge and tiny":  {{1e300, 2e300, 5e299}, {1e-290, 3e-290, 2e-290}},
		"nothing to see": {{1e-5, 1e9, 1}, {1, 1, 1}},
	} {
		for _, size := range [][2]float64{{260, 240}, {900, 600}} {
			s := drawn(t, gridOf(t, twoFigures(figures[0], figures[1]), "label", "", "sum(n), sum(m)"), "combo",
				size[0], size[1])
			n := len(figures[0])
			if len(s.Marks) != 2*n {
				t.Fatalf("%s: %d marks", name, len(s.Marks))
			}
			zero, rate := math.NaN(), math.NaN() // of the bars
			for i, m := range s.Marks[:n] {
				v := figures[0][i]
				foot, head := m.Y1, m.Y0
				if v < 0 {
					foot, head = head, foot
				}
				if i == 0 {
					zero = foot
				}
				if math.Abs(foot-zero) > 0.01 {
					t.Errorf("%s in %v: the bars begin at %v and %v", name, size, zero, foot)
				}
				if r := (foot - head) / v; v != 0 && math.Abs(v) >= slices.Max(figures[0])*1e-6 {
					if math.IsNaN(rate) {
						rate = r
					}
					if math.Abs(r-rate) > 1e-6*rate {
						t.Errorf("%s in %v: the bars are not in proportion: %v and %v", name, size, rate, r)
					}
				}
			}
			for i, m := range s.Marks[n:] {
				_, y := m.Middle()
				_, first := s.Marks[n].Middle()
				if want := (zero - first) / figures[1][0] * figures[1][i]; math.Abs(zero-y-want) > 0.01 ||
					(zero-y)*figures[1][i] < 0 {
					t.Errorf("%s in %v: point %d is %v above zero, want %v", name, size, i, zero-y, want)
				}
			}
		}
	}
}

// TestTicksOfBarsAndLines finds the ticks of both axes at the same heights. Each axis has the format of its measure,
// and the name of the measure beside it.
func TestTicksOfBarsAndLines(t *testing.T) {
	table := orders(2000)
	s := drawn(t, gridOf(t, table, "trunc(day, quarter)", "", "sum(units), ratio(amount, units)"), "combo", 900, 600)
	titles := map[string]text{}
	left, right := map[float64]string{}, map[float64]string{}
	for _, o := range s.shapes {
		words, is := o.(text)
		switch {
		case !is:
		case words.y < 80:
			titles[words.s] = words
		case words.x < 80 && words.anchor == end:
			left[words.y] = words.s
		case words.x > 820 && words.anchor == start:
			right[words.y] = words.s
		}
	}
	if len(left) < 3 || len(left) != len(right) {
		t.Errorf("the ticks are %v and %v", left, right)
	}
	for y, words := range left {
		if right[y] == "" || (words == "0") != (right[y] == "0") {
			t.Errorf("at %v the ticks are %q and %q", y, words, right[y])
		}
	}
	bars, lines := s.tab.Measures[0].Title(), s.tab.Measures[1].Title()
	if a, b := titles[bars], titles[lines]; a.anchor != start || a.x > 100 || b.anchor != end || b.x < 800 {
		t.Errorf("the measures are named at %+v and %+v", a, b)
	}
}

// TestMeasuresOfBarsAndLines draws further measures of the unit and the size of the second as lines, too, and
// notes the others.
func TestMeasuresOfBarsAndLines(t *testing.T) {
	table := orders(2000)
	s := drawn(t, gridOf(t, table, "status", "", "sum(amount), sum(units), max(units), count(), mode(item)"),
		"combo", 700, 500)
	of := map[int]int{}
	for _, m := range s.Marks {
		of[m.Measure]++
	}
	if fmt.Sprint(of) != "map[0:3 1:3 3:3]" || !slices.Contains(s.Notes, "Maximum of units and Most frequent of item "+
		"are not in this chart.") {
		t.Errorf("marks of measures %v, notes %q", of, s.Notes)
	}
	many := drawn(t, gridOf(t, table, "item", "", "sum(amount), avg(units)"), "combo", 700, 500)
	least := math.Inf(1)
	for _, m := range many.Marks {
		if m.Measure == 0 {
			least = min(least, math.Abs(figureOf(many, m)))
		}
	}
	kept := 0
	for _, v := range figuresOf(gridOf(t, table, "item", "", "sum(amount)"), 0) {
		if math.Abs(v) >= least {
			kept++
		}
	}
	if n := len(many.Marks) / 2; n != kept || !slices.Contains(many.Notes, fmt.Sprintf("The greatest %d of %d labels.",
		n, many.tab.Rows.Len()-1)) {
		t.Errorf("%d labels, of which %d have the greatest bars; notes %q", n, kept, many.Notes)
	}
}

// TestNoBarsAndLines says why there can be no such chart, and draws what has nulls and odd figures.
func TestNoBarsAndLines(t *testing.T) {
	table := orders(500)
	for _, c := range []struct{ rows, cols, values, want string }{
		{"status", "", "sum(units)", "need two measures of numbers"},
		{"status", "", "sum(units), mode(item)", "need two measures of numbers"},
		{"region", "status", "sum(units), count()", "each label on Columns has its own set"},
		{"status", "", "sum(units), sum(odd)", "every figure is infinite or no number"},
		{"", "", "sum(units), count()", "a total alone"},
	} {
		g := gridOf(t, table, c.rows, c.cols, c.values)
		_, err := Draw(context.Background(), g, Style{Kind: combo}, 800, 500, Look{})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: %v", c, err)
		}
	}
	eight := gridOf(t, table, "item", "", "count(), sum(units), sum(units), sum(units), sum(units), sum(units), "+
		"sum(units), sum(units)")
	for _, size := range [][2]float64{{160, 120}, {160, 400}, {300, 160}} {
		s, err := Draw(context.Background(), eight, Style{Kind: combo}, size[0], size[1], Look{})
		if err == nil {
			for _, m := range s.Marks {
				if m.Y1 > size[1] || m.X1 > size[0] || m.X0 > m.X1 {
					t.Fatalf("in %v there is a mark at %+v", size, m)
				}
			}
		} else if !errors.Is(err, ErrNoRoom) {
			t.Errorf("in %v: %v", size, err)
		}
	}
	gaps := drawn(t, gridOf(t, twoFigures([]float64{1, math.NaN(), 3}, []float64{math.Inf(1), 2, 3}), "label", "",
		"sum(n), sum(m)"), "combo", 600, 400)
	if len(gaps.Marks) != 4 || !slices.Contains(gaps.Notes, "2 figures are infinite or no number, and not drawn.") {
		t.Errorf("%d marks, notes %q", len(gaps.Marks), gaps.Notes)
	}
}

// TestKeysStayOnTheirMeasure walks along bars and along a line that crosses them.
func TestKeysStayOnTheirMeasure(t *testing.T) {
	s := drawn(t, gridOf(t, twoFigures([]float64{1, 2, 3, 4}, []float64{8, 6, 4, 2}), "label", "", "sum(n), sum(m)"),
		"combo", 600, 400)
	for i := range 3 {
		if bar, point := s.Beside(i, 1, 0), s.Beside(4+i, 1, 0); bar != i+1 || point != 4+i+1 {
			t.Errorf("right of bar %d is mark %d, and right of its point %d", i, bar, point)
		}
		if s.Beside(i, 0, -1) < 4 && s.Beside(i, 0, 1) < 4 {
			t.Errorf("no key leads from bar %d to a point", i)
		}
	}
}
