package chart

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"image/png"
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"cardinal/data"
	"cardinal/engine/pivot"
	"cardinal/profiler"
)

// TestMarksAreFigures compares the marks of every kind with the figures of the pivot: each figure that is not a total
// has one mark, and the mark is as long, high, large or far as the figure says.
func TestMarksAreFigures(t *testing.T) {
	table := orders(3000)
	for _, c := range []struct{ kind, rows, cols, values string }{
		{"bar", "region", "", "sum(amount)"},
		{"bar", "region", "status", "avg(amount)"},
		{"bar", "trunc(day, quarter)", "status", "sum(amount)"},
		{"stacked", "region", "status", "sum(amount)"},
		{"stacked", "trunc(day, quarter)", "region", "count()"},
		{"line", "trunc(day, month)", "status", "avg(amount)"},
		{"line", "status, trunc(day, month)", "", "sum(amount)"},
		{"area", "trunc(day, month)", "status", "count()"},
		{"area", "trunc(day, month)", "", "sum(amount)"},
		{"scatter", "item", "", "sum(units), avg(amount)"},
		{"heatmap", "region", "trunc(day, quarter)", "sum(amount)"},
		{"heatmap", "region, status", "", "avg(amount)"},
		{"treemap", "region", "status", "count()"},
		{"treemap", "status", "", "sum(units)"},
		{"pie", "region", "", "sum(units)"},
		{"pie", "", "status", "count()"},
	} {
		g := gridOf(t, table, c.rows, c.cols, c.values)
		s := drawn(t, g, c.kind, 1200, 900)
		measure := 0
		if c.kind == "scatter" {
			measure = 1
		}
		want := figuresOf(g, measure)
		seen := map[[2]int]bool{}
		for _, m := range s.Marks {
			at := [2]int{m.Row, m.Col}
			if _, is := want[at]; !is || seen[at] {
				t.Errorf("%v: a mark at %v is of no figure, or of one that has a mark", c, at)
			}
			seen[at] = true
		}
		if len(seen) != len(want) {
			t.Errorf("%v: %d marks for %d figures", c, len(seen), len(want))
		}
		if rate, ok := even(s, c.kind); !ok {
			t.Errorf("%v: marks are not in proportion to figures: %v", c, rate)
		}
	}
}

// even reports whether marks are in proportion to their figures, with half a unit for the rounding of lengths.
func even(s *Scene, kind string) (rates []float64, ok bool) {
	switch kind {
	case "line", "area", "scatter", "heatmap":
		if kind != "line" && kind != "scatter" {
			return nil, true // stacks and colours have tests of their own
		}
		marks := slices.Clone(s.Marks)
		slices.SortFunc(marks, func(a, b Mark) int { return int(math.Copysign(1, figureOf(s, a)-figureOf(s, b))) })
		a, b := marks[0], marks[len(marks)-1]
		rate := (a.Y0 - b.Y0) / (figureOf(s, b) - figureOf(s, a))
		for _, m := range marks {
			if at := a.Y0 - (figureOf(s, m)-figureOf(s, a))*rate; math.Abs(at-m.Y0) > 0.01 {
				return []float64{at, m.Y0}, false
			}
		}
		return nil, rate > 0
	}
	for _, m := range s.Marks {
		v := math.Abs(figureOf(s, m))
		if v == 0 {
			continue
		}
		size := m.X1 - m.X0
		switch {
		case kind == "treemap":
			size *= m.Y1 - m.Y0
		case kind == "pie":
			size = m.Slice.To - m.Slice.From
		case len(s.tab.Rows.Fields) > 0 && strings.HasPrefix(s.tab.Rows.Fields[0].String(), "trunc"):
			size = m.Y1 - m.Y0
		}
		rates = append(rates, size/v)
	}
	if kind == "treemap" && len(s.tab.Cols.Fields) > 0 { // names of groups take room
		return rates, len(rates) > 0
	}
	return rates, len(rates) > 0 && slices.Max(rates)-slices.Min(rates) < 1e-6*slices.Max(rates)
}

// TestStacksAddUp holds the ends of stacks against sums of the figures above and below zero.
func TestStacksAddUp(t *testing.T) {
	g := gridOf(t, orders(300), "region", "item", "sum(amount)")
	tab, err := (&figures{tab: g.Tab(), rows: g.Shown(true), cols: g.Shown(false), fields: make([]field, 2),
		onRows: 1}).
		table(context.Background(), []int{0}, []int{1}, []int{0})
	if err != nil {
		t.Fatal(err)
	}
	up, down := map[int]float64{}, map[int]float64{}
	for at, v := range figuresOf(g, 0) {
		if v < 0 {
			down[at[0]] += v
		} else {
			up[at[0]] += v
		}
	}
	lo, hi := tab.stacks()
	most, least := 0.0, 0.0
	for r := range up {
		most = max(most, up[r])
	}
	for r := range down {
		least = min(least, down[r])
	}
	if math.Abs(lo-least) > 1e-6 || math.Abs(hi-most) > 1e-6 {
		t.Errorf("stacks from %v to %v, not from %v to %v", lo, hi, least, most)
	}
}

func TestWhyNot(t *testing.T) {
	table := orders(500)
	for _, c := range []struct{ kind, rows, cols, values, want string }{
		{"auto", "", "", "count()", "a total alone"},
		{"bar", "region", "", "mode(item)", "no numbers"},
		{"line", "region", "", "count()", "a field with an order"},
		{"area", "trunc(day, month)", "status", "avg(amount)", "must add up"},
		{"area", "day", "status", "sum(amount)", "negative: choose lines or bars"},
		{"stacked", "region", "", "count()", "need two fields"},
		{"stacked", "region", "status", "median(amount)", "must add up"},
		{"scatter", "region", "", "count()", "two measures"},
		{"heatmap", "region", "", "count()", "two fields"},
		{"treemap", "region", "", "avg(amount)", "must add up"},
		{"bar", "region", "", "sum(odd)", "infinite or no number"},
	} {
		_, err := Draw(context.Background(), gridOf(t, table, c.rows, c.cols, c.values), Style{Kind: Named(c.kind)},
			800, 500, Look{})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: %v", c, err)
		}
	}
	g := gridOf(t, table, "region", "", "count()")
	if _, err := Draw(context.Background(), g, Style{Kind: bars}, 100, 100, Look{}); err == nil ||
		!strings.Contains(err.Error(), "too little room") {
		t.Errorf("a small chart: %v", err)
	}
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if _, err := Draw(ctx, g, Style{Kind: bars}, 800, 500, Look{}); !errors.Is(err, context.Canceled) {
		t.Errorf("a drawing that was stopped: %v", err)
	}
}

// TestNotes draws 498 items. One item has no amount.
func TestNotes(t *testing.T) {
	table := orders(3000)
	for _, c := range []struct{ kind, rows, cols, values, want string }{
		{"bar", "item", "", "sum(amount)", "The greatest 21 of 498 labels."},
		{"line", "trunc(day, month)", "item", "sum(amount)", "The greatest 8 of 497 series."},
		{"bar", "region", "", "sum(amount), count()", "Number of rows is not in this chart."},
		{"treemap", "trunc(day, month)", "region", "sum(amount)", ""},
	} {
		s := drawn(t, gridOf(t, table, c.rows, c.cols, c.values), c.kind, 700, 400)
		if notes := strings.Join(s.Notes, " "); !strings.Contains(notes, c.want) || c.want == "" && notes != "" {
			t.Errorf("%v: notes %q", c, notes)
		}
	}
	s := drawn(t, gridOf(t, orders(12), "item", "", "sum(odd)"), "bar", 700, 400)
	if notes := strings.Join(s.Notes, " "); !strings.Contains(notes, "infinite or no number") {
		t.Errorf("notes %q", notes)
	}
	below := drawn(t, gridOf(t, orders(20), "item", "", "sum(amount)"), "treemap", 700, 400)
	for _, m := range below.Marks {
		if figureOf(below, m) <= 0 {
			t.Error("a tile of a figure that is not above zero")
		}
	}
	if notes := strings.Join(below.Notes, " "); !strings.Contains(notes, "below zero") {
		t.Errorf("notes %q", notes)
	}
}

// suggested returns the kind that is chosen for a grid, or nil if no kind can draw the grid.
func suggested(g *pivot.Grid) *Kind {
	f, err := read(g)
	if err != nil {
		return nil
	}
	kind, err := f.suggest(context.Background())
	if err != nil {
		return nil
	}
	return kind
}

func TestSuggest(t *testing.T) {
	table := orders(3000)
	for _, c := range []struct{ rows, cols, values, want string }{
		{"region", "", "sum(amount)", "bar"},
		{"trunc(day, month)", "", "sum(amount)", "line"},
		{"day", "status", "sum(amount)", "line"},
		{"trunc(day, quarter)", "", "count()", "line"},
		{"year(day)", "", "count()", "bar"},
		{"weekdayname(day)", "", "count()", "bar"},
		{"region", "status", "count()", "stacked"},
		{"region", "status", "avg(amount)", "bar"},
		{"region", "item", "count()", "heatmap"},
		{"item", "", "sum(amount), avg(units)", "scatter"},
		{"bin(units, 5)", "", "count()", "bar"},
		{"amount", "", "count()", "line"},
		{"amount", "", "count(), sum(units)", "scatter"},
	} {
		if k := suggested(gridOf(t, table, c.rows, c.cols, c.values)); k == nil || k.Name != c.want {
			t.Errorf("%v: %v", c, k)
		}
	}
	if k := suggested(gridOf(t, table, "", "", "count()")); k != nil {
		t.Errorf("%s for a total", k.Name)
	}
}

// TestNothingIsClipped draws every kind small and large, with long labels, and finds every text and every mark
// within the picture.
func TestNothingIsClipped(t *testing.T) {
	table := orders(2000)
	for _, size := range [][2]float64{{260, 220}, {400, 300}, {1600, 1000}} {
		for _, shelves := range [][3]string{
			{"region", "", "sum(amount), sum(units)"}, {"item", "region", "sum(units), count()"},
			{"region", "trunc(day, month)", "sum(units), sum(amount)"},
			{"trunc(day, day)", "", "count(), sum(units)"}, {"bin(units, 1)", "region", "count(), sum(units)"},
			{"weekdayname(day)", "", "count(), sum(units)"},
		} {
			g := gridOf(t, table, shelves[0], shelves[1], shelves[2])
			for _, k := range Kinds {
				s, err := Draw(context.Background(), g, Style{Kind: k}, size[0], size[1], Look{})
				if err != nil {
					continue // which has tests of its own
				}
				f, err := newFonts(Look{Scale: 1})
				if err != nil {
					t.Fatal(err)
				}
				for _, o := range s.shapes {
					if text, ok := o.(text); ok {
						x0, y0, x1, y1 := boxOf(&f, text)
						if x0 < -1 || y0 < -1 || x1 > size[0]+1 || y1 > size[1]+1 {
							t.Errorf("%s of %v in %v: %q from %.0f, %.0f to %.0f, %.0f", k.Name, shelves, size, text.s,
								x0, y0, x1, y1)
						}
					}
				}
				for _, m := range s.Marks {
					if m.X0 < -4 || m.Y0 < -4 || m.X1 > size[0]+4 || m.Y1 > size[1]+4 ||
						math.IsNaN(m.X0+m.X1+m.Y0+m.Y1) {
						t.Fatalf("%s of %v in %v: a mark at %+v", k.Name, shelves, size, m)
					}
				}
			}
		}
	}
}

// boxOf returns the box of a text.
func boxOf(f *fonts, t text) (x0, y0, x1, y1 float64) {
	w := f.width(t.s, t.size, t.bold)
	shift := [...]float64{start: 0, middle: w / 2, end: w}[t.anchor]
	if t.up {
		return t.x - t.size, t.y - w + shift, t.x, t.y + shift
	}
	return t.x - shift, t.y - t.size, t.x - shift + w, t.y
}

func TestFilesCanBeRead(t *testing.T) {
	g, alone := gridOf(t, orders(500), "region", "status", "sum(units), count()"), gridOf(t, orders(500), "region", "",
		"sum(units), count()")
	for _, k := range Kinds {
		s, err := Draw(context.Background(), g, Style{Kind: k}, 640, 400, Look{Scale: 2, Dark: true})
		if err != nil {
			switch k {
			case lines, areas, box: // TestBoxes draws the last one
				continue
			case pie, combo, waterfall:
				s, err = Draw(context.Background(), alone, Style{Kind: k}, 640, 400, Look{Scale: 2, Dark: true})
			}
		}
		if err != nil {
			t.Error(err)
			continue
		}
		var file bytes.Buffer
		if err := s.PNG(context.Background(), &file); err != nil {
			t.Fatal(err)
		}
		if img, err := png.Decode(&file); err != nil || img.Bounds().Dx() != 1280 || img.Bounds().Dy() != 800 {
			t.Errorf("%s: %v, %v", k.Name, img.Bounds(), err)
		}
		file.Reset()
		if err := s.SVG(&file); err != nil {
			t.Fatal(err)
		}
		for d := xml.NewDecoder(&file); ; {
			if _, err := d.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatalf("%s: %v", k.Name, err)
			}
		}
	}
}

// TestEveryFigureIsReached walks from mark to mark with the arrow keys, as Beside leads, and says each with its labels.
func TestEveryFigureIsReached(t *testing.T) {
	s := drawn(t, gridOf(t, orders(2000), "region", "status", "sum(amount)"), "bar", 800, 600)
	reached, queue := map[int]bool{0: true}, []int{0}
	for len(queue) > 0 {
		i := queue[0]
		queue = queue[1:]
		for _, d := range [][2]float64{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
			if n := s.Beside(i, d[0], d[1]); !reached[n] {
				reached[n] = true
				queue = append(queue, n)
			}
		}
	}
	if len(reached) != len(s.Marks) {
		t.Errorf("%d of %d marks are reached", len(reached), len(s.Marks))
	}
	for i, m := range s.Marks {
		if at, ok := s.MarkAt((m.X0+m.X1)/2, (m.Y0+m.Y1)/2); !ok || at != i {
			t.Errorf("mark %d is not met in its middle", i)
		}
		if tip := s.Tip(i); strings.Count(tip, "\n") != 2 || !strings.Contains(tip, "region: ") ||
			!strings.Contains(tip, "Sum of amount: ") {
			t.Errorf("tip %q", tip)
		}
	}
}

// TestMinusSign checks that figures and labels below zero have the minus sign of the font, along an axis and in the
// legend, drawn and in words.
func TestMinusSign(t *testing.T) {
	table := data.NewTable("t", []*data.Column{
		data.NewInts("x", data.Int, 0, []int64{-10, -6, -3, 2}, nil),
		data.NewInts("v", data.Int, 0, []int64{-1, -2, -3, -4}, nil),
		data.NewText("mid-x", []uint32{0, 0, 1, 1}, []string{"a-b", "-c"}, nil),
	})
	for _, c := range []struct {
		rows, cols, kind string
		want             []string
		tip              string
	}{
		{"bin(x, 5)", "", "bar", []string{"−10 to −5", "−5 to 0", "−2"},
			"Bins of x (width 5): −10 to −5\nSum of v: −3"},
		{"mid-x", "bin(x, 5)", "bar", []string{"−10 to −5", "a-b", "-c"}, "mid-x: a-b\nBins of x (width 5): −10 to −5" +
			"\nSum of v: −3"},
		{"x", "mid-x", "line", []string{"−10", "a-b", "-c"}, "x: −3\nmid-x: -c\nSum of v: −3"},
	} {
		s := drawn(t, gridOf(t, table, c.rows, c.cols, "sum(v)"), c.kind, 800, 600)
		var drawn []string
		for _, o := range s.shapes {
			if words, is := o.(text); is {
				drawn = append(drawn, words.s)
			}
		}
		for _, want := range c.want {
			if !slices.Contains(drawn, want) {
				t.Errorf("%s by %s: %q is not among %q", c.rows, c.cols, want, drawn)
			}
		}
		if tip := s.Tip(0); tip != c.tip {
			t.Errorf("%s by %s: tip %q, want %q", c.rows, c.cols, tip, c.tip)
		}
	}
}

func TestKindsAreComplete(t *testing.T) {
	names := map[string]bool{}
	for _, k := range Kinds {
		if k.Name == "" || k.Title == "" || k.Words == "" || k.suits == nil || k.draw == nil || names[k.Name] ||
			Named(k.Name) != k {
			t.Errorf("the kind %q is not complete", k.Name)
		}
		names[k.Name] = true
	}
	if _, err := ParseStyle("radar"); err == nil || !strings.Contains(err.Error(), "auto, bar, stacked, line, area, "+
		"combo, scatter, pie, waterfall, box, heatmap or treemap") {
		t.Error(err)
	}
	if auto, err := ParseStyle(Auto); err != nil || auto != (Style{}) {
		t.Error("a kind has no name")
	}
}

// TestFolded draws the labels that are folded away as one mark, and no total.
func TestFolded(t *testing.T) {
	g := gridOf(t, orders(500), "status, region", "", "sum(units)")
	tab := g.Tab()
	folded := tab.Grid(pivot.Folds{RowsOf: tab.Rows.Fields[0]})
	s := drawn(t, folded, "bar", 800, 500)
	if len(s.Marks) != 3 {
		t.Fatalf("%d marks for three folded labels", len(s.Marks))
	}
	for _, m := range s.Marks {
		if tab.Rows.Depth(m.Row) != 1 {
			t.Errorf("a mark of depth %d", tab.Rows.Depth(m.Row))
		}
	}
}

// TestSampleOfPoints draws more points than a chart has marks for: every stretch of the labels has its share,
// and so have the outermost points.
func TestSampleOfPoints(t *testing.T) {
	const n, far = 60_000, 31_415
	names, codes, x, y := make([]string, n), make([]uint32, n), make([]int64, n), make([]int64, n)
	for i := range n {
		names[i], codes[i], x[i], y[i] = fmt.Sprintf("label %05d", i), uint32(i), int64(i), int64(i%2)
	}
	x[far], y[far] = 10*n, -5
	table := data.NewTable("points", []*data.Column{data.NewText("name", codes, names, nil),
		data.NewInts("x", data.Int, 0, x, nil), data.NewInts("y", data.Int, 0, y, nil)})
	g := gridOf(t, table, "name", "", "sum(x), sum(y)")
	s := drawn(t, g, "scatter", 800, 500)
	if len(s.Marks) > maxMarks || len(s.Marks) < maxMarks-4 {
		t.Fatalf("%d marks", len(s.Marks))
	}
	want := fmt.Sprintf("An even sample of %s of 60,000 points, with the outermost ones.", profiler.Count(len(s.Marks)))
	if !slices.Contains(s.Notes, want) {
		t.Errorf("the notes are %q", s.Notes)
	}
	tenths, odd, outermost := [10]int{}, 0, false
	for _, m := range s.Marks {
		v := figureOf(s, m)
		tenths[m.Row*10/(n+1)]++
		odd += int(v) & 1
		outermost = outermost || v == -5
	}
	for i, some := range tenths {
		if some < maxMarks/10-60 || some > maxMarks/10+60 {
			t.Errorf("tenth %d has %d points", i, some)
		}
	}
	if odd < maxMarks*4/10 || odd > maxMarks*6/10 || !outermost {
		t.Errorf("%d points are odd; the outermost one is there: %v", odd, outermost)
	}
	if again := drawn(t, g, "scatter", 800, 500); !slices.Equal(again.Marks, s.Marks) {
		t.Error("the sample is another one at the second time")
	}
}

// TestSeriesWithoutFigures draws the cities of regions; each city is in one region. Only these pairs count, and only
// they are in the legend.
func TestSeriesWithoutFigures(t *testing.T) {
	for _, c := range []struct {
		cities int
		want   string
	}{{5, ""}, {12, "The greatest 8 of 12 series."}} {
		city, region, year, units := make([]uint32, 2*c.cities), make([]uint32, 2*c.cities), make([]int64, 2*c.cities),
			make([]int64, 2*c.cities)
		names := make([]string, c.cities)
		for i := range city {
			city[i], region[i] = uint32(i%c.cities), uint32(i%c.cities%4)
			year[i], units[i] = 2023+int64(i/c.cities), int64(100+i)
			names[i%c.cities] = fmt.Sprintf("city %02d", i%c.cities)
		}
		table := data.NewTable("cities", []*data.Column{
			data.NewText("city", city, names, nil), data.NewText("region", region, []string{"N", "E", "S", "W"}, nil),
			data.NewInts("year", data.Int, 0, year, nil), data.NewInts("units", data.Int, 0, units, nil),
		})
		s := drawn(t, gridOf(t, table, "year,city", "region", "sum(units)"), "line", 700, 400)
		if got := strings.Join(s.Notes, " "); got != c.want {
			t.Errorf("%d cities: notes %q, want %q", c.cities, got, c.want)
		}
		named := 0
		for _, painted := range s.shapes {
			if label, ok := painted.(text); ok && strings.Contains(label.s, data.NameSeparator) {
				named++
			}
		}
		if named != min(c.cities, maxSeries) {
			t.Errorf("%d cities: the legend has %d series", c.cities, named)
		}
	}
}
