package shelf

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	own "cardinal/ui/look/theme"
)

// side returns a point of an object, at a part of its width.
func side(o fyne.CanvasObject, part float32) fyne.Position {
	return where(o).AddXY(o.Size().Width*part, o.Size().Height/2)
}

func TestDragReorders(t *testing.T) {
	b := newStage(t)
	b.shelves[0].SetItems(items("one", "two", "three"))
	b.shelves[1].SetItems(items("four", "five"))
	up, down := b.shelves[0].Chips(), b.shelves[1].Chips()
	for _, tc := range []struct {
		name string
		chip *Chip
		to   fyne.Position
		want string
	}{
		{"to the front", up[2], side(up[0], 0.1), "drop {0 2} on 0 before 0"},
		{"between", up[0], side(up[1], 0.9), "drop {0 0} on 0 before 2"},
		{"to the end", up[0], side(up[2], 2), "drop {0 0} on 0 before 3"},
		{"left of the chips", up[1], side(b.shelves[0], 0.01), "drop {0 1} on 0 before 0"},
		{"to the other shelf", up[1], side(down[0], 0.9), "drop {0 1} on 1 before 1"},
		{"back", down[1], side(up[0], 0.2), "drop {1 1} on 0 before 0"},
		{"away", down[0], fyne.NewPos(300, 390), "outside {1 0}"},
		{"out of the window", down[0], fyne.NewPos(-50, -700), "outside {1 0}"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			dragTo(t, tc.chip, tc.to)
			b.has(t, tc.want)
		})
	}
	dragTo(t, up[0], side(up[0], 0.52)) // an unsteady click
	b.has(t)
}

func TestDropOnEmptyAndFull(t *testing.T) {
	b := newStage(t)
	b.shelves[0].SetItems(items("one"))
	b.shelves[1].Takes = func(payload any) bool { return payload != any(carried{0, 0}) }
	dragTo(t, b.shelves[0].Chips()[0], side(b.shelves[1], 0.5))
	b.has(t, "outside {0 0}")
	b.shelves[1].Takes = nil
	dragTo(t, b.shelves[0].Chips()[0], side(b.shelves[1], 0.5))
	b.has(t, "drop {0 0} on 1 before 0")
	if b.shelves[0].Accepts(nil) {
		t.Error("a shelf takes nothing at all")
	}
}

// TestLongChips puts chips with long texts on a shelf: they are cut if the shelf would need another line.
func TestLongChips(t *testing.T) {
	long := strings.Repeat("median of days ", 4)
	s := New("Values", "")
	s.SetItems([]Item{{Text: long}})
	natural := s.Chips()[0].MinSize().Width
	if w := s.widths(labelWidth + shelfPad + natural + 1); natural < 1.2*chipMax || w[0] != natural {
		t.Errorf("a long text alone is %v wide, and the chip %v", natural, w)
	}
	if w := s.widths(labelWidth + shelfPad + 300); w[0] != 300 {
		t.Errorf("a chip in too little room: %v", w)
	}
	s.SetItems([]Item{{Text: long}, {Text: long}})
	if w := s.widths(labelWidth + shelfPad + 2*chipMax + chipGap); w[0] != chipMax || w[1] != chipMax {
		t.Errorf("two chips on one line: %v", w)
	}
	if w := s.widths(labelWidth + shelfPad + 2*chipMax); w[0] < 2*chipMax-20 && w[0] != natural {
		t.Errorf("two chips on two lines: %v", w)
	}
}

// TestMarks checks the position of the insertion mark: left of every chip, and right of the last.
func TestMarks(t *testing.T) {
	b := newStage(t)
	s := b.shelves[0]
	if m := s.Over(1, fyne.NewPos(300, 10)); m.Height != chipHeight || m.At.X >= labelWidth {
		t.Errorf("on an empty shelf: %+v", m)
	}
	s.SetItems(items("one", "two"))
	one, two := s.Chips()[0], s.Chips()[1]
	for _, tc := range []struct{ at, want float32 }{
		{0, one.Position().X - chipGap/2},
		{one.Position().X + one.Size().Width - 1, two.Position().X - chipGap/2},
		{590, two.Position().X + two.Size().Width + chipGap/2},
	} {
		if m := s.Over(1, fyne.NewPos(tc.at, 15)); m.At.X != tc.want || m.At.Y != shelfPad {
			t.Errorf("over %v: %+v, want %v", tc.at, m, tc.want)
		}
	}
	s.Out()
}

// TestOfferShows compares the shelf's looks idle, offered and under the pointer: each must differ.
func TestOfferShows(t *testing.T) {
	s := New("Rows", "")
	back := test.TempWidgetRenderer(t, s).(*shelfRenderer).back
	type look struct{ fill, stroke any }
	looks := map[look]bool{}
	see := func() { looks[look{back.FillColor, back.StrokeColor}] = true }
	see()
	s.Offer(true)
	see()
	s.Over(1, fyne.Position{})
	see()
	s.Out()
	s.Offer(false)
	see()
	if len(looks) != 3 {
		t.Errorf("%d looks", len(looks))
	}
}

func TestHintAndNarrowShelf(t *testing.T) {
	s := New("Rows", "Drag a field here: one row for every value")
	r := test.TempWidgetRenderer(t, s).(*shelfRenderer)
	s.Resize(s.MinSize())
	if r.hint.Hidden || r.hint.Text == s.hint || r.hint.Text == "" {
		t.Errorf("the hint says %q", r.hint.Text)
	}
	s.Resize(fyne.NewSize(800, 40))
	if r.hint.Text != s.hint {
		t.Errorf("the hint says %q", r.hint.Text)
	}
	s.SetItems(items("a"))
	if !r.hint.Hidden {
		t.Error("the hint stands under the chip")
	}
}

func TestChipsWrap(t *testing.T) {
	s := New("Rows", "")
	s.SetItems(items("a rather long text", "another long text", "yet another long text", "and a text that is much "+
		"longer than the chip may be wide, even on a screen of the widest kind"))
	one := s.HeightFor(2000)
	if one != chipHeight+2*shelfPad {
		t.Errorf("one line is %v high", one)
	}
	last := one
	for width := float32(900); width > 100; width -= 50 {
		h := s.HeightFor(width)
		if h < last {
			t.Errorf("narrower and lower: %v at %v", h, width)
		}
		last = h
		s.Resize(fyne.NewSize(width, h))
		for _, c := range s.Chips() {
			if c.Position().X+c.Size().Width > width || c.Position().Y+c.Size().Height > h {
				t.Fatalf("at %v a chip is at %v, %v", width, c.Position(), c.Size())
			}
		}
	}
	if last != 4*chipHeight+3*chipGap+2*shelfPad {
		t.Errorf("four lines are %v high", last)
	}
}

func TestPlace(t *testing.T) {
	widths := []float32{100, 100, 50}
	at, height := flow(widths, 210)
	if height != 2*26+6 || at[2] != fyne.NewPos(0, 32) {
		t.Fatalf("%v, %v high", at, height)
	}
	for _, tc := range []struct {
		x, y float32
		want int
	}{{-10, -10, 0}, {49, 10, 0}, {51, 10, 1}, {150, 10, 1}, {190, 10, 2}, {1000, 10, 2}, {10, 40, 2}, {40, 40, 3},
		{500, 500, 3}} {
		if got := dropIndex(at, widths, 26, 6, fyne.NewPos(tc.x, tc.y)); got != tc.want {
			t.Errorf("%v, %v: before %d, want %d", tc.x, tc.y, got, tc.want)
		}
	}
	if dropIndex(nil, nil, 26, 6, fyne.NewPos(3, 3)) != 0 {
		t.Error("an empty shelf has one place")
	}
}

func TestGhost(t *testing.T) {
	item := Item{Text: "sum of revenue", Kind: Measure}
	g := Ghost(item)
	found := false
	for _, o := range test.LaidOutObjects(g) {
		if text, ok := o.(*canvas.Text); ok && text.Text == item.Text &&
			text.Color == fyne.CurrentApp().Settings().Theme().Color(own.ColorMeasureText, 0) {
			found = true
		}
	}
	if !found || g.MinSize().Width < 60 || g.MinSize().Width > chipMax {
		t.Errorf("%v wide, text %v", g.MinSize(), found)
	}
}
