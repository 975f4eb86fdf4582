package chart

import (
	"slices"
	"strings"
	"testing"
)

// namesOf returns the texts of a scene that begin with a prefix, and the rectangles that they cover.
func namesOf(t *testing.T, s *Scene, prefix string) (names []string, at []rect) {
	t.Helper()
	fonts, err := newFonts(s.look)
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range s.shapes {
		if o, is := o.(text); is && strings.HasPrefix(o.s, prefix) {
			wide := fonts.width(o.s, o.size, o.bold)
			left := o.x - wide*float64(o.anchor)/2
			names, at = append(names, o.s), append(at, rect{x0: left, y0: o.y - 0.8*o.size, x1: left + wide,
				y1: o.y + 0.25*o.size})
		}
	}
	return names, at
}

// TestNamesOfPoints draws few points and many in large and small charts. The name of a point stands beside it,
// within the chart, and over no point and no other name.
func TestNamesOfPoints(t *testing.T) {
	for _, c := range []struct {
		rows          string
		cols          string
		width, height float64
		least, most   int
	}{
		{"item", "", 1200, 900, 100, 499},
		{"item", "", 400, 300, 5, 499},
		{"item", "status", 1200, 900, 50, 1499},
		{"status", "", 800, 600, 3, 3},
	} {
		g := gridOf(t, orders(3000), c.rows, c.cols, "sum(units), avg(amount)")
		s := drawn(t, g, "scatter", c.width, c.height)
		prefix := map[string]string{"item": "item ", "status": ""}[c.rows]
		names, at := namesOf(t, s, prefix)
		named := 0
		for i, name := range names {
			if prefix == "" && name != "open" && name != "sent" && name != "back" {
				continue
			}
			named++
			r := at[i]
			if r.x0 < 0 || r.y0 < 0 || r.x1 > c.width || r.y1 > c.height {
				t.Errorf("%v: %s is at %v", c, name, r)
			}
			mine := false
			for _, m := range s.Marks {
				if r.meets(rect{x0: m.X0, y0: m.Y0, x1: m.X1, y1: m.Y1}) {
					t.Errorf("%v: %s lies over a point", c, name)
				}
				const gap = 4
				close := r.meets(rect{x0: m.X0 - gap, y0: m.Y0 - gap, x1: m.X1 + gap, y1: m.Y1 + gap})
				mine = mine || close && s.tab.Rows.Text(m.Row) == name
			}
			if !mine {
				t.Errorf("%v: %s stands beside no point of that label", c, name)
			}
			if slices.ContainsFunc(append(at[:i:i], at[i+1:]...), r.meets) {
				t.Errorf("%v: %s lies over another text", c, name)
			}
		}
		if named < c.least || named > c.most {
			t.Errorf("%v: %d points of %d are named", c, named, len(s.Marks))
		}
	}
}

// TestNamesOfSeries draws points of a label for each of many series, which have no legend: the name has both.
func TestNamesOfSeries(t *testing.T) {
	s := drawn(t, gridOf(t, orders(300), "status", "item", "sum(units), avg(amount)"), "scatter", 1200, 900)
	names, _ := namesOf(t, s, "item ")
	if len(names) < 20 || !strings.Contains(names[0], "open") && !strings.Contains(names[0], "sent") &&
		!strings.Contains(names[0], "back") {
		t.Errorf("%d names: %q", len(names), names)
	}
}
