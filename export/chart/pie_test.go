package chart

import (
	"context"
	"errors"
	"fmt"
	"image/color"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"cardinal/data"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
)

// labelled returns a table of a label and a figure in each row. A name "null" is a null label.
func labelled(names []string, figures ...float64) *data.Table {
	codes, valid := make([]uint32, len(names)), data.NewBitmap(len(names))
	for i, name := range names {
		codes[i] = uint32(i)
		if name != "null" {
			valid.Set(i)
		}
	}
	return data.NewTable("labelled", []*data.Column{data.NewText("label", codes, names, valid),
		data.NewFloats("n", figures, nil)})
}

// TestSharesAreThoseOfThePivot holds the slices against the shares that the pivot itself shows. They follow
// each other clockwise from 12 o'clock, in the order of the pivot.
func TestSharesAreThoseOfThePivot(t *testing.T) {
	share := query.Measure{Func: query.Sum, Column: "units", Show: query.Show{Kind: query.PctTotal}}
	sum := query.Measure{Func: query.Sum, Column: "units"}
	region := []query.Field{{Column: "region"}}
	status := []query.Field{{Column: "status"}}
	for name, q := range map[string]query.Query{
		"rows":     {Rows: region, Values: []query.Measure{sum, share}},
		"columns":  {Cols: region, Values: []query.Measure{sum, share}},
		"as shown": {Rows: region, Values: []query.Measure{share, share}},
		"sorted":   {Rows: status, Values: []query.Measure{sum, share}, Sorts: []query.Sort{{Desc: true}}},
		"others": {Rows: []query.Field{{Column: "item"}}, Values: []query.Measure{sum, share},
			Tops: []query.TopN{{N: 7, By: sum, Others: true}}},
		"both": {Rows: region, Cols: status, Values: []query.Measure{sum, share},
			Tops: []query.TopN{{N: 1, By: sum, Cols: true}}},
	} {
		g := answered(t, orders(3000), q)
		s := drawn(t, g, "pie", 900, 600)
		tab := g.Tab()
		nodes := g.Shown(len(q.Rows) > 0)
		if len(s.Marks) != len(nodes) || len(nodes) < 3 {
			t.Fatalf("%s: %d slices of %d labels", name, len(s.Marks), len(nodes))
		}
		turn, whole := 0.0, 1.0
		if name == "both" { // the share that the column has of all
			whole, _ = tab.Cell(0, s.Marks[0].Col, 1).Number()
		}
		for i, m := range s.Marks {
			if at := map[bool]int{true: m.Row, false: m.Col}[len(q.Rows) > 0]; at != nodes[i] {
				t.Errorf("%s: slice %d is of node %d, not %d", name, i, at, nodes[i])
			}
			want, _ := tab.Cell(m.Row, m.Col, 1).Number()
			want /= whole
			if got := m.Slice.To - m.Slice.From; math.Abs(got-want) > 1e-12 || math.Abs(m.Slice.From-turn) > 1e-12 {
				t.Errorf("%s: slice %d from %v has %v, want %v", name, i, m.Slice.From, got, want)
			}
			if text := fmt.Sprintf("%.1f%%", 100*want); m.Slice.Share != text ||
				!strings.HasSuffix(s.Tip(i), "\nShare: "+text) {
				t.Errorf("%s: slice %d says %s and %q, want %s", name, i, m.Slice.Share, s.Tip(i), text)
			}
			turn = m.Slice.To
		}
		if turn != 1 {
			t.Errorf("%s: the slices end at %v", name, turn)
		}
	}
}

// TestSlicesAreMet points at places of the disc and around it. The slice that is met is the one of the colour there.
func TestSlicesAreMet(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 9))
	for _, figures := range [][]float64{{1, 2, 3, 4, 5, 6, 7, 8}, {70, 20, 10}, {1, 98, 1}, {1}, {1, 1}, {1, 1e6}} {
		names := []string{"a", "b", "c", "d", "e", "f", "g", "h"}[:len(figures)]
		s := drawn(t, gridOf(t, labelled(names, figures...), "label", "", "sum(n)"), "pie", 640, 420)
		img, err := s.Image(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		disc := s.Marks[0].Slice
		for range 2000 {
			x, y := disc.X+disc.R*(3*r.Float64()-1.5), disc.Y+disc.R*(3*r.Float64()-1.5)
			at, met := s.MarkAt(x, y)
			away := math.Hypot(x-disc.X, y-disc.Y)
			if met != (away <= disc.R+near) {
				t.Fatalf("%v: %v of %v away from the middle, a slice is met: %v", figures, away, disc.R, met)
			}
			ink := img.At(int(x), int(y)).(color.RGBA)
			if i := slices.IndexFunc(light.series, func(c color.NRGBA) bool { return c == color.NRGBA(ink) }); met &&
				away < disc.R-2 && i >= 0 && i != at && !nearEdge(s, x, y) {
				t.Errorf("%v: slice %d is met on the colour of slice %d", figures, at, i)
			}
		}
		for i, m := range s.Marks {
			if x, y := m.Middle(); len(figures) < 8 || i > 0 {
				if at, met := s.MarkAt(x, y); !met || at != i {
					t.Errorf("%v: slice %d is not met in its middle", figures, i)
				}
			}
			if next := (i + 1) % len(figures); s.Beside(i, 1, 0) != next || s.Beside(i, 0, 1) != next ||
				s.Beside(next, -1, 0) != i || s.Beside(next, 0, -1) != i {
				t.Errorf("%v: the keys do not lead around", figures)
			}
		}
	}
}

// nearEdge reports whether a place is at the line between two slices.
func nearEdge(s *Scene, x, y float64) bool {
	for _, m := range s.Marks {
		sin, cos := math.Sincos(2 * math.Pi * m.Slice.From)
		if dx, dy := x-m.Slice.X, y-m.Slice.Y; math.Abs(dx*cos+dy*sin) < 2 {
			return true
		}
	}
	return false
}

// TestLabelsOfSlices draws pies of labels that are long, of other scripts, of slices as thin as hairs, small
// and large. Every label is named once, beside the pie or in the legend, within the picture, and over no other
// text.
func TestLabelsOfSlices(t *testing.T) {
	long := strings.Repeat("a very long label ", 20)
	names := []string{long, "العربية", "東京", "null", "e", "f " + long, "g", "עברית " + long}
	for _, figures := range [][]float64{
		{1, 1, 1, 1, 1, 1, 1, 1}, {1e9, 1, 1, 1, 1, 1, 1, 1}, {1, 1, 1, 1, 1, 1, 1, 1e9}, {1, 1, 1, 1e6, 1, 1, 1, 1},
		{5, 4, 3, 2, 1, 0, 0, 0}, {0, 0, 0, 7, 0, 0, 0, 0}, {3, 0, 0, 3, 0, 0, 0, 0},
		{math.MaxFloat64 / 16, 1, 5e-324, 1, 1, 1, 1, math.MaxFloat64 / 16}, {5e-324, 5e-324, 5e-324, 0, 0, 0, 0, 0},
	} {
		for _, size := range [][2]float64{{200, 170}, {320, 240}, {480, 640}, {960, 600}, {1600, 300}} {
			for _, dark := range []bool{false, true} {
				g := gridOf(t, labelled(names, figures...), "label", "", "sum(n)")
				s, err := Draw(context.Background(), g, Style{Kind: pie}, size[0], size[1], Look{Dark: dark})
				if errors.Is(err, ErrNoRoom) && size[0] < 400 {
					continue
				}
				if err != nil {
					t.Fatalf("%v in %v: %v", figures, size, err)
				}
				texts, at := namesOf(t, s, "")
				shares := map[string]int{}
				for i, r := range at {
					if r.x0 < 0 || r.y0 < 0 || r.x1 > size[0] || r.y1 > size[1] {
						t.Errorf("%v in %v: %q is at %v", figures, size, texts[i], r)
					}
					for j, o := range at[:i] {
						if r.meets(o) {
							t.Errorf("%v in %v: %q lies over %q", figures, size, texts[i], texts[j])
						}
					}
					shares[texts[i]]++
				}
				for _, m := range s.Marks {
					if shares[m.Slice.Share] == 0 {
						t.Errorf("%v in %v: no text has the share %s", figures, size, m.Slice.Share)
					}
				}
				if zeros := strings.Count(fmt.Sprint(figures),
					" 0"); zeros > 0 != strings.Contains(strings.Join(s.Notes, " "), "with a figure of zero") {
					t.Errorf("%v: the notes are %q", figures, s.Notes)
				}
			}
		}
	}
}

// TestWhyNoPie wants an error that says why figures are not parts of a whole.
func TestWhyNoPie(t *testing.T) {
	names := []string{"a", "b", "c"}
	sum := query.Measure{Func: query.Sum, Column: "n"}
	shown := func(kind query.ShowKind) query.Measure {
		return query.Measure{Func: query.Sum, Column: "n", Show: query.Show{Kind: kind}}
	}
	label := []query.Field{{Column: "label"}}
	figures := labelled(names, 1, 2, 3)
	for _, c := range []struct {
		table *data.Table
		q     query.Query
		want  string
	}{
		{figures, query.Query{Rows: label, Values: []query.Measure{{Func: query.Avg, Column: "n"}}},
			"parts must add up, and Average of n does not"},
		{figures, query.Query{Rows: label, Values: []query.Measure{{Func: query.Distinct, Column: "n"}}},
			"parts must add up"},
		{figures, query.Query{Rows: label, Values: []query.Measure{shown(query.PctRow)}},
			"is a share of its own whole"},
		{figures, query.Query{Cols: label, Values: []query.Measure{shown(query.PctCol)}},
			"is a share of its own whole"},
		{figures, query.Query{Rows: label, Values: []query.Measure{shown(query.Running)}}, "parts must add up"},
		{figures, query.Query{Rows: label, Values: []query.Measure{shown(query.Rank)}}, "parts must add up"},
		{figures, query.Query{Rows: label, Values: []query.Measure{sum}, Tops: []query.TopN{{N: 2, By: sum}}},
			"a pie shows all parts of a whole, and the pivot leaves labels out: let Others stand for them"},
		{figures, query.Query{Rows: label, Cols: []query.Field{{Column: "n"}}, Values: []query.Measure{sum}},
			"the labels on Columns have a whole each"},
		{labelled(names, 1, -2, 3), query.Query{Rows: label, Values: []query.Measure{sum}},
			"some figures are negative: choose bars"},
		{labelled(names, 0, 0, 0), query.Query{Rows: label, Values: []query.Measure{sum}}, "all 3 figures are zero"},
		{labelled(names, 1, math.NaN(), 3), query.Query{Rows: label, Values: []query.Measure{sum}},
			"1 figure of Sum of n is infinite or no number"},
		{labelled(names, math.MaxFloat64, math.MaxFloat64, 3), query.Query{Rows: label, Values: []query.Measure{sum}},
			"the total of Sum of n is infinite"},
		{labelled(make([]string, 1), 1), query.Query{Values: []query.Measure{sum}}, "a total alone"},
		{orders(3000), query.Query{Rows: []query.Field{{Column: "item"}}, Values: []query.Measure{{Func: query.Count}}},
			"a pie has at most 8 slices, and there are 498 labels: keep the top 7 with Others, or choose bars"},
	} {
		g := answered(t, c.table, c.q)
		_, err := Draw(context.Background(), g, Style{Kind: pie}, 800, 500, Look{})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: %v, want %q", c.q.Values, err, c.want)
		}
		if _, planned := NewPlan(context.Background(), g, Style{Kind: pie}); planned == nil || err != nil &&
			planned.Error() != err.Error() {
			t.Errorf("%v: the plan says %v, and the drawing %v", c.q.Values, planned, err)
		}
	}
	for kind, q := range map[string]query.Query{
		"% of column": {Rows: label, Values: []query.Measure{shown(query.PctCol)}},
		"% of row":    {Cols: label, Values: []query.Measure{shown(query.PctRow)}},
	} {
		if s := drawn(t, answered(t, figures, q), "pie", 800, 500); s.Marks[0].Slice.Share != "16.7%" {
			t.Errorf("%s: the first slice has %s", kind, s.Marks[0].Slice.Share)
		}
	}
}

// TestShareTexts writes shares with one place, and all or nothing only for all or nothing.
func TestShareTexts(t *testing.T) {
	for share, want := range map[float64]string{1: "100.0%", 0.5: "50.0%", 1.0 / 3: "33.3%", 0.0005: "0.1%",
		0.0004: "<0.1%", 1e-300: "<0.1%", 0.9996: ">99.9%", 0.9994: "99.9%"} {
		if got := shareText(share); got != want {
			t.Errorf("%v is %s, want %s", share, got, want)
		}
	}
}

// TestRandomPivots draws pivots of random shelves as every kind, in random sizes. There is a chart whose marks
// are within the picture, or a sentence.
func TestRandomPivots(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 8))
	table := orders(400)
	fields := []query.Field{{Column: "region"}, {Column: "status"}, {Column: "item"}, {Column: "day", Part: query.Year},
		{Column: "day", Part: query.MonthName}, {Column: "units"}}
	values := []query.Measure{{Func: query.Count}, {Func: query.Sum, Column: "units"},
		{Func: query.Sum, Column: "amount"}, {Func: query.Avg, Column: "units"}, {Func: query.Max, Column: "odd"},
		{Func: query.Sum, Column: "odd"}, {Func: query.Sum, Column: "units", Show: query.Show{Kind: query.PctCol}},
		{Func: query.Mode, Column: "item"}}
	count := map[*Kind]int{}
	for range 120 {
		r.Shuffle(len(fields), func(i, j int) { fields[i], fields[j] = fields[j], fields[i] })
		r.Shuffle(len(values), func(i, j int) { values[i], values[j] = values[j], values[i] })
		rows, cols := r.IntN(3), r.IntN(2)
		q := query.Query{Rows: slices.Clone(fields[:rows]), Cols: slices.Clone(fields[rows : rows+cols]),
			Values: slices.Clone(values[:1+r.IntN(3)])}
		if r.IntN(5) == 0 {
			q.Values = FiveNumbers([]string{"units", "amount", "odd"}[r.IntN(3)])
		}
		if rows > 0 && r.IntN(3) == 0 {
			q.Tops = []query.TopN{{N: 1 + r.IntN(9), By: q.Values[0], Others: r.IntN(2) == 0}}
		}
		g := answered(t, table, q)
		if rows > 1 && r.IntN(3) == 0 {
			g = g.Tab().Grid(pivot.Folds{RowsOf: q.Rows[0]})
		}
		wide, high := 100+r.Float64()*1000, 100+r.Float64()*800
		for _, k := range Kinds {
			s, err := Draw(t.Context(), g, Style{Kind: k}, wide, high, Look{Dark: r.IntN(2) == 0})
			if err != nil {
				continue
			}
			count[k]++
			// areas have more series in a plan, also negative ones
			if _, err := NewPlan(t.Context(), g, Style{Kind: k}); err != nil && k != areas {
				t.Errorf("%s of %v is drawn, and not planned: %v", k.Name, q, err)
			}
			for _, m := range s.Marks {
				if !(m.X0 >= -4 && m.Y0 >= -4 && m.X1 <= wide+4 && m.Y1 <= high+4 && m.X0 <= m.X1 && m.Y0 <= m.Y1) {
					t.Fatalf("%s of %v: a mark at %+v", k.Name, q, m)
				}
			}
			if _, err := s.Image(t.Context()); err != nil {
				t.Error(err)
			}
		}
	}
	for _, k := range Kinds {
		if count[k] < 3 {
			t.Errorf("%d pivots are drawn as %s", count[k], k.Name)
		}
	}
}
