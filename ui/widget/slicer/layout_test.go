package slicer

import (
	"fmt"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"cardinal/data"
	"cardinal/data/format/csv"
	"cardinal/engine"
	"cardinal/engine/query"
	"cardinal/ui/state/session"
	"cardinal/ui/state/view"
	"cardinal/ui/widget/tip"
)

// shown returns slicers in a window of a size: a field of five labels and one of forty, whose long labels begin
// alike.
func shown(t *testing.T, size fyne.Size) (s *Slicers, tips *tip.Tip, posts chan func()) {
	t.Helper()
	test.NewTempApp(t)
	posts = make(chan func(), 9)
	tips = tip.New(func(do func()) { posts <- do })
	s = New(&counting{}, tips)
	win := test.NewTempWindow(t, s.Object())
	var b strings.Builder
	const stem = "Product family of the northern regional distribution partners"
	b.WriteString("size," + stem + " · family\n")
	for i := range 40 {
		fmt.Fprintf(&b, "%c,%s %02d of stainless steel\n", "ABCDE"[i%5], stem, i)
	}
	table, err := csv.Open(t.Context(), strings.NewReader(b.String()), int64(b.Len()), 0, csv.Options{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	e := engine.New(engine.Options{NoGPU: true})
	t.Cleanup(func() { e.Close() })
	var filters []view.Filter
	var counted []session.Choices
	for _, c := range table.Columns {
		f := query.Field{Column: c.Name}
		found, err := e.Frequencies(t.Context(), table, nil, f, nil)
		if err != nil {
			t.Fatal(err)
		}
		filters, counted = append(filters, view.Filter{Field: f, Type: data.Text, Pinned: true}),
			append(counted, session.Choices{Frequencies: found, Field: f})
	}
	s.SetFilters(filters)
	s.SetChoices(counted)
	win.Resize(size)
	return s, tips, posts
}

// TestLayout gives a slicer room for all of its labels, and the rest to slicers with more labels. With little room,
// all slicers scroll.
func TestLayout(t *testing.T) {
	for _, c := range []struct {
		height float32
		scroll bool
	}{{900, false}, {560, false}, {260, true}} {
		s, _, _ := shown(t, fyne.NewSize(900, c.height))
		sizes, families := s.all[0], s.all[1]
		if need, got := 5*sizes.list.LineHeight(), sizes.list.Size().Height; got < need-1 || got > need+10 {
			t.Errorf("%v high: five labels have %v, and need %v", c.height, got, need)
		}
		if least := few * families.list.LineHeight(); families.list.Size().Height < least-1 {
			t.Errorf("%v high: forty labels have %v", c.height, families.list.Size().Height)
		}
		end := families.root.Position().Y + families.root.Size().Height
		if scroll := s.stack.Size().Height > s.side.Size().Height; scroll != c.scroll || !scroll &&
			end < s.side.Size().Height-10 {
			t.Errorf("%v high: the slicers take %v of %v and end at %v", c.height, s.stack.Size().Height,
				s.side.Size().Height, end)
		}
		if room := s.side.Size().Width - families.root.Size().Width; c.scroll != (room > 0) {
			t.Errorf("%v high: %v remain for the scrollbar", c.height, room)
		}
	}
}

// linesOf returns the lines of labels that an object shows, from the top.
func linesOf(o fyne.CanvasObject) (lines []desktop.Hoverable, texts []string) {
	for _, part := range test.LaidOutObjects(o) {
		h, is := part.(desktop.Hoverable)
		if _, scrolls := part.(fyne.Scrollable); !is || !scrolls {
			continue
		}
		for _, inner := range test.LaidOutObjects(part) {
			if text, is := inner.(*canvas.Text); is {
				lines, texts = append(lines, h), append(texts, text.Text)
				break
			}
		}
	}
	return lines, texts
}

// TestWidths cuts labels and names once, at all widths: the toolkit cuts none again.
func TestWidths(t *testing.T) {
	s, _, _ := shown(t, fyne.NewSize(900, 400))
	one := s.all[1]
	for width := float32(120); width < 700; width += 37.3 {
		one.root.Resize(fyne.NewSize(width, 200))
		for _, o := range test.LaidOutObjects(one.root) {
			text := ""
			switch o := o.(type) {
			case *widget.Label:
				text = o.Text
			case *title:
				text = o.Text
			}
			if painted := shownBy(o); text != "" && painted != text {
				t.Errorf("in %v units %q is painted as %q", width, text, painted)
			}
		}
	}
}

// shownBy returns the text that a widget paints.
func shownBy(o fyne.CanvasObject) string {
	for _, part := range test.LaidOutObjects(o) {
		if text, is := part.(*canvas.Text); is {
			return text.Text
		}
	}
	return ""
}

// TestLongLabels tells long labels from each other, and has tips for them and for long names.
func TestLongLabels(t *testing.T) {
	s, tips, posts := shown(t, fyne.NewSize(900, 900))
	lines, texts := linesOf(s.all[1].list)
	seen := map[string]bool{}
	for _, text := range texts {
		seen[text] = true
	}
	if len(texts) < 10 || len(seen) < len(texts) || !strings.Contains(texts[0], "…") ||
		!strings.Contains(texts[0], "00") {
		t.Fatalf("the lines say %q", texts)
	}
	tip := func() string { return shownBy(tips.Object()) }
	says := func(want string) {
		t.Helper()
		(<-posts)()
		if got := tip(); !strings.Contains(got, want) {
			t.Errorf("the tip says %q, not %q", got, want)
		}
	}
	lines[1].MouseIn(&desktop.MouseEvent{})
	says("Product family of the northern")
	lines[1].MouseOut()
	if got := tip(); got != "" {
		t.Errorf("the tip %q stays", got)
	}
	title := s.all[1].title
	if !strings.HasSuffix(title.Text, "…amily") {
		t.Errorf("the title says %q", title.Text)
	}
	title.MouseIn(&desktop.MouseEvent{})
	says("Product family of the northern")
	title.MouseOut()
	if title := s.all[0].title; title.Text != "size" {
		t.Errorf("the title says %q", title.Text)
	}
}

// TestScrollBeyond scrolls a list, and then all slicers, with the pointer on the list.
func TestScrollBeyond(t *testing.T) {
	s, _, _ := shown(t, fyne.NewSize(900, 260))
	over := func(one *slicer) fyne.Scrollable {
		lines, _ := linesOf(one.list)
		return lines[0].(fyne.Scrollable)
	}
	over(s.all[0]).Scrolled(&fyne.ScrollEvent{Scrolled: fyne.NewDelta(0, -40)})
	if s.side.Offset.Y != 40 {
		t.Errorf("the slicers are scrolled to %v", s.side.Offset.Y)
	}
	over(s.all[1]).Scrolled(&fyne.ScrollEvent{Scrolled: fyne.NewDelta(0, -40)})
	if at := s.all[1].list.GetScrollOffset(); at != 40 || s.side.Offset.Y != 40 {
		t.Errorf("the list is scrolled to %v, the slicers to %v", at, s.side.Offset.Y)
	}
}
