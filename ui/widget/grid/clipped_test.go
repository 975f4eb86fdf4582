package grid

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"

	"cardinal/data"
	"cardinal/engine/pivot"
)

// TestClippedTexts moves the pointer over texts that are cut and over texts that are not.
func TestClippedTexts(t *testing.T) {
	g := show(t, sales(), fyne.NewSize(700, 340), 1.5, theme.VariantLight)
	var said []string
	g.OnClipped = func(text string, at fyne.Position, height float32) {
		if text != "" && (at.X < 0 || at.Y < 0 || height <= 0) {
			t.Errorf("%q is at %v, %v high", text, at, height)
		}
		said = append(said, text)
	}
	over := func(row, col int) {
		g.MouseMoved(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: center(g, row, col)}})
	}
	const long = "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch, Anglesey"
	row := find(t, g, long)
	over(row, 1)
	over(row, 1)
	over(row-1, 1) // Amsterdam
	over(row, 1)
	g.MouseOut()
	if got, want := strings.Join(said, "|"), long+"||"+long+"|"; got != want {
		t.Errorf("said %q, want %q", got, want)
	}
	said = nil
	over(row, 1)
	g.Scrolled(&fyne.ScrollEvent{Scrolled: fyne.NewDelta(0, -40)})
	if got := strings.Join(said, "|"); got != long+"|" {
		t.Errorf("scrolled away, said %q", got)
	}
}

// TestClippedEverywhere cuts a cell of words, a heading, a label and a figure.
func TestClippedEverywhere(t *testing.T) {
	words := strings.Repeat("words ", 60)
	s := &sheet{headRows: 1, labels: 1, cells: [][]pivot.Cell{
		{{Value: data.TextValue("label")}, {Role: pivot.Name, Value: data.TextValue("heading " + words)},
			{Role: pivot.Name, Value: data.TextValue("n")}},
		{{Role: pivot.RowLabel, Value: data.TextValue("two\nlines")},
			{Role: pivot.Body, Value: data.TextValue("cell " + words)},
			{Role: pivot.Body, Value: data.IntValue(123456789012)}},
	}}
	g := show(t, s, fyne.NewSize(900, 300), 1, theme.VariantLight)
	g.cols[2].width, g.cols[2].wide = minWidth, true
	g.chosen[g.cols[2].key] = minWidth
	g.computeEdges()
	g.generate(900, 300)
	last := ""
	g.OnClipped = func(text string, _ fyne.Position, _ float32) { last = text }
	for _, tc := range []struct {
		row, col int
		want     string
	}{{0, 1, "heading " + words}, {1, 0, "two\nlines"}, {1, 1, "cell " + words}, {1, 2, "123,456,789,012"},
		{0, 0, ""}} {
		g.MouseMoved(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: center(g, tc.row, tc.col)}})
		if last != tc.want {
			t.Errorf("over cell %d,%d: %q, want %q", tc.row, tc.col, last, tc.want)
		}
	}
}

// find returns the row of a label.
func find(t *testing.T, g *Grid, label string) int {
	t.Helper()
	rows, _, _, labels := g.src.Size()
	for row := range rows {
		for col := range labels {
			if g.cell(row, col).Value.Text == label {
				return row
			}
		}
	}
	t.Fatalf("no label %q", label)
	return 0
}

// TestTotalStaysReadable cuts the label of a subtotal to every width.
func TestTotalStaysReadable(t *testing.T) {
	g := show(t, sales(), fyne.NewSize(700, 500), 1, theme.VariantLight)
	face := g.m.bold
	const label = "Europe, Middle East and Africa total"
	c := g.cell(find(t, g, label), 0)
	for room := face.Width("Eu… total"); room < face.Width(label); room++ {
		got := shorten(face, label, totalWord(&c, label), room)
		if !strings.HasPrefix(got, "E") || !strings.HasSuffix(got, "… total") || face.Width(got) > room {
			t.Fatalf("in %d pixels: %q", room, got)
		}
	}
	if got := shorten(face, label, totalWord(&c, label), face.Width(label)); got != label {
		t.Errorf("with room for all of it: %q", got)
	}
	for _, other := range []pivot.Cell{{Role: pivot.RowLabel, Value: data.TextValue("sum total")},
		{Role: pivot.RowLabel, Value: data.TextValue("Total"), Own: true, Total: true}} {
		if tail := totalWord(&other, other.Value.Text); tail != "" {
			t.Errorf("%q keeps %q", other.Value.Text, tail)
		}
	}
}

// TestOneLine holds labels that differ after a line break apart.
func TestOneLine(t *testing.T) {
	for text, want := range map[string]string{"a b": "a b", "a\nb": "a b", "a\r\nc": "a c", "a\r\rd": "a  d",
		"\n": " "} {
		if got := oneLine(text); got != want {
			t.Errorf("%q is painted as %q, not %q", text, got, want)
		}
	}
}

// TestLastNamesStay cuts headings in two lines before the name in the lower line, which tells them apart.
func TestLastNamesStay(t *testing.T) {
	g := show(t, sales(), fyne.NewSize(600, 340), 1, theme.VariantLight)
	face := g.m.bold
	const upper = "Sales of the northern regional distribution partners"
	for _, tc := range []struct{ lower, want string }{
		{"Q1", " · Q1"},
		{"Total contribution before adjustments", "…Total contribution before adjustments"},
	} {
		s := upper + " · " + tc.lower
		got := shorten(face, s, lastName(s), 200)
		if !strings.HasSuffix(got, tc.want) || !strings.Contains(got, "…") {
			t.Errorf("%q is cut to %q", s, got)
		}
		if got := shorten(face, s, lastName(s), face.Width(s)); got != s {
			t.Errorf("%q, which fits, is cut to %q", s, got)
		}
	}
	if got := lastName(upper); got != "" {
		t.Errorf("%q ends with the name %q", upper, got)
	}
}

// TestFiguresOfLongHeadings shows whole figures below headings that are wider than the view, also beside
// totals, and keeps widths that a person chose.
func TestFiguresOfLongHeadings(t *testing.T) {
	heading := strings.Repeat("contribution of partners ", 8)
	s := &sheet{headRows: 1, labels: 1, cells: [][]pivot.Cell{
		{{Role: pivot.Corner, Value: data.TextValue("label")}},
		{{Role: pivot.RowLabel, Value: data.TextValue(strings.Repeat("a long label ", 9))}},
	}}
	for i := range 4 {
		s.cells[0] = append(s.cells[0], pivot.Cell{Role: pivot.ColLabel, Value: data.TextValue(heading), Total: i == 3})
		s.cells[1] = append(s.cells[1], pivot.Cell{Role: pivot.Body, Value: money(1_234_567_890)})
	}
	for _, width := range []float32{240, 300, 400, 700} {
		g := show(t, s, fyne.NewSize(width, 120), 1, theme.VariantLight)
		l := &g.lay
		if w, view := l.xs[2]-l.xs[1], l.wall-l.left; w > view && w > int(g.cols[1].least)+1 {
			t.Errorf("in %v units a column has %d pixels, and %d are in view", width, w, view)
		}
		if w := l.xs[2] - l.xs[1]; w < g.m.regular.Width("12,345,678.90") {
			t.Errorf("in %v units a column of %d pixels cuts its figures", width, w)
		}
		g.resize(1, 500)
		if w := l.xs[2] - l.xs[1]; w != 500 {
			t.Errorf("in %v units a column that was made 500 wide has %d pixels", width, w)
		}
	}
}

// TestLabelsApart shows the ends of long labels that begin alike, and the beginnings of others. A tip has the
// whole label.
func TestLabelsApart(t *testing.T) {
	const stem = "Confederation of the northern coastal districts, including the islands and the river estuaries "
	labels := []string{stem + "(part 1)", stem + "(part 2)", "Another confederation of coastal districts, including " +
		"the islands and the river estuaries", stem + "03 of the new division of the year",
		stem + "04 of the new division of the year"}
	s := &sheet{headRows: 1, labels: 1, cells: [][]pivot.Cell{{{Role: pivot.Corner, Value: data.TextValue("label")},
		{Role: pivot.Name, Value: data.TextValue("n")}}}}
	for i, label := range labels {
		s.cells = append(s.cells, []pivot.Cell{{Role: pivot.RowLabel, Value: data.TextValue(label), Node: i + 1},
			{Role: pivot.Body, Value: data.IntValue(1)}})
	}
	g := show(t, s, fyne.NewSize(500, 300), 1, theme.VariantLight)
	p := &g.paint
	p.stripe = p.l.stripes()[1]
	p.look()
	for i, want := range []string{"estuaries (part 1)", "estuaries (part 2)", "", "…03 of the new", "…04 of the new"} {
		if got := p.distinctEnd(p.m.regular, labels[i], "", i, 0, 180); !strings.Contains(got, want) ||
			(got == "") != (want == "") || got != "" && !strings.HasPrefix(got, "…") {
			t.Errorf("%q is cut to %q, want %q", labels[i], got, want)
		}
		if got := p.distinctEnd(p.m.regular, labels[i], "", i, 0, 2000); got != "" {
			t.Errorf("%q, which has room, is cut to %q", labels[i], got)
		}
	}
	said := ""
	g.OnClipped = func(text string, _ fyne.Position, _ float32) { said = text }
	g.MouseMoved(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: center(g, 2, 0)}})
	if said != labels[1] {
		t.Errorf("the tip says %q", said)
	}
}

// TestOuterLabelsApart shows the ends of long labels of groups and of their subtotals, wherever in the group
// the view begins.
func TestOuterLabelsApart(t *testing.T) {
	const stem = "Confederation of the northern coastal districts, including the islands and the river estuaries "
	groups := []string{stem + "(part 1)", stem + "(part 2)", "Another confederation of coastal districts, including " +
		"the islands and the river estuaries"}
	s := &sheet{headRows: 1, labels: 2, cells: [][]pivot.Cell{{{Role: pivot.Corner, Value: data.TextValue("group")},
		{Role: pivot.Corner, Value: data.TextValue("city")}, {Role: pivot.Name, Value: data.TextValue("n")}}}}
	figure := pivot.Cell{Role: pivot.Body, Value: data.IntValue(1)}
	for i, group := range groups {
		for j := range 3 {
			s.cells = append(s.cells, []pivot.Cell{{Role: pivot.RowLabel, Value: data.TextValue(group),
				Node: 10 * (i + 1), Repeat: j > 0, Blank: j > 0},
				{Role: pivot.RowLabel, Value: data.TextValue("city"), Node: 10*(i+1) + j + 1}, figure})
		}
		s.cells = append(s.cells, []pivot.Cell{{Role: pivot.RowLabel, Value: data.TextValue(group + " total"),
			Of: data.TextValue(group), Own: true, Total: true, Node: 10 * (i + 1)},
			{Role: pivot.RowLabel, Total: true}, figure})
	}
	s.cells = append(s.cells, []pivot.Cell{{Role: pivot.RowLabel, Value: data.TextValue("Total"), Own: true,
		Total: true}, {Role: pivot.RowLabel, Total: true}, figure})
	g := show(t, s, fyne.NewSize(500, 500), 1, theme.VariantLight)
	p := &g.paint
	p.stripe = p.l.stripes()[1]
	p.look()
	for row, want := range map[int]string{0: "estuaries (part 1)", 1: "estuaries (part 1)", 2: "estuaries (part 1)",
		3: "(part 1) total", 4: "estuaries (part 2)", 7: "(part 2) total", 8: "", 11: "", 12: ""} {
		c := s.cells[row+1][0]
		got := p.distinctEnd(p.m.regular, c.Value.Text, totalWord(&c, c.Value.Text), row, 0, 180)
		if !strings.HasSuffix(got, want) || (got == "") != (want == "") {
			t.Errorf("%q of row %d is cut to %q, want %q", c.Value.Text, row, got, want)
		}
	}
}
