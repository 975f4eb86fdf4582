package shelf

import (
	"fmt"
	"image/color"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"cardinal/data"
	"cardinal/export/chart"
	own "cardinal/ui/look/theme"
)

// TestCrossCanBeSeen holds the cross of a chip that nobody points at against the chip.
func TestCrossCanBeSeen(t *testing.T) {
	for _, mode := range []own.Mode{own.Light, own.Dark} {
		for _, k := range []Kind{Dimension, Measure, Filter} {
			fill, ink := k.colors()
			back, on := own.New(mode).Color(fill, 0).(color.NRGBA), own.New(mode).Color(ink, 0).(color.NRGBA)
			mix := func(x, y uint8) uint8 {
				return uint8(float64(x)*crossTranslucency + float64(y)*(1-crossTranslucency))
			}
			cross := color.NRGBA{mix(back.R, on.R), mix(back.G, on.G), mix(back.B, on.B), 255}
			if ratio := chart.Contrast(cross, back); ratio < 3 {
				t.Errorf("%s, %d: the cross has a contrast of %.2f", mode, k, ratio)
			}
		}
	}
}

func TestChipKeys(t *testing.T) {
	b := newStage(t)
	s := b.shelves[0]
	s.SetItems(items("one", "two", "three"))
	s.Focus(1)
	chip := s.Chips()[1]
	press(chip, fyne.KeyDelete, fyne.KeyBackspace)
	b.has(t, "remove 0/1", "remove 0/1")
	press(chip, fyne.KeySpace, fyne.KeyReturn, fyne.KeyEnter, desktop.KeyMenu)
	b.has(t, "open 0/1 two", "open 0/1 two", "open 0/1 two", "menu 0/1 two")
	for _, k := range []fyne.KeyName{fyne.KeyLeft, fyne.KeyRight, fyne.KeyUp, fyne.KeyDown} {
		alt(chip, k)
		b.has(t, "move 0/1 "+string(k))
	}
	press(chip, fyne.KeyA, fyne.KeyTab)
	chip.TypedRune('x')
	b.has(t)
}

func TestWalkAlongTheShelf(t *testing.T) {
	b := newStage(t)
	s := b.shelves[0]
	s.SetItems(items("one", "two", "three"))
	s.Focus(0)
	for _, step := range []struct {
		key  fyne.KeyName
		want int
	}{{fyne.KeyRight, 1}, {fyne.KeyDown, 2}, {fyne.KeyRight, 2}, {fyne.KeyLeft, 1}, {fyne.KeyUp, 0},
		{fyne.KeyLeft, 0}} {
		press(b.canvas.Focused(), step.key)
		if b.canvas.Focused() != fyne.Focusable(s.Chips()[step.want]) {
			t.Fatalf("%s leads to %v, want chip %d", step.key, b.canvas.Focused(), step.want)
		}
	}
	s.Focus(3)
	s.Focus(-1)
	if b.canvas.Focused() != fyne.Focusable(s.Chips()[0]) {
		t.Error("the focus went to a chip that there is not")
	}
}

// TestFocusOfARemovedChip removes chips while one of them has the keyboard: no key may reach a removed chip.
func TestFocusOfARemovedChip(t *testing.T) {
	b := newStage(t)
	s := b.shelves[0]
	s.SetItems(items("one", "two", "three"))
	s.Focus(2)
	s.SetItems(items("one", "two"))
	if b.canvas.Focused() != fyne.Focusable(s.Chips()[1]) {
		t.Errorf("the focus is on %v", b.canvas.Focused())
	}
	s.SetItems(nil)
	if b.canvas.Focused() != nil {
		t.Error("a chip that is gone has the keyboard")
	}
	s.SetItems(items("one", "two"))
	s.Focus(0)
	s.SetItems(items("two"))
	if b.canvas.Focused() != fyne.Focusable(s.Chips()[0]) {
		t.Error("the focus did not stay in its place")
	}
	b.shelves[1].SetItems(items("x"))
	b.shelves[1].SetItems(nil)
	if b.canvas.Focused() != fyne.Focusable(s.Chips()[0]) {
		t.Error("another shelf takes the focus away")
	}
}

func TestChipEdit(t *testing.T) {
	b := newStage(t)
	b.shelves[1].SetItems(items("one", "two"))
	press(b.shelves[1].Chips()[1], fyne.KeyF2)
	b.has(t, "edit 1/1 two")
	press(NewChip(Item{}), fyne.KeyF2) // nobody listens
}

func TestChipTaps(t *testing.T) {
	b := newStage(t)
	s := b.shelves[0]
	s.SetItems(items("one", "two"))
	chip := s.Chips()[1]
	test.TapAt(chip, fyne.NewPos(5, 10))
	if b.canvas.Focused() != fyne.Focusable(chip) {
		t.Error("a tap does not take the focus")
	}
	test.TapSecondaryAt(chip, fyne.NewPos(5, 10))
	test.TapAt(chip, fyne.NewPos(chip.Size().Width-crossWidth/2, 10))
	b.has(t, "open 0/1 two", "menu 0/1 two", "remove 0/1")
}

// TestOtherShortcutsReachTheWindow presses keys that the widgets have no use for.
func TestOtherShortcutsReachTheWindow(t *testing.T) {
	b := newStage(t)
	undo := &fyne.ShortcutUndo{}
	b.canvas.AddShortcut(undo, func(fyne.Shortcut) { b.note("undo") })
	altA := &desktop.CustomShortcut{KeyName: fyne.KeyA, Modifier: fyne.KeyModifierAlt}
	b.canvas.AddShortcut(altA, func(fyne.Shortcut) { b.note("alt a") })
	b.shelves[0].SetItems(items("one"))
	chip := b.shelves[0].Chips()[0]
	chip.TypedShortcut(undo)
	chip.TypedShortcut(altA)
	b.has(t, "undo", "alt a")
	NewChip(Item{}).TypedShortcut(undo) // on no window
}

// TestChipAlone uses a chip without callbacks.
func TestChipAlone(t *testing.T) {
	c := NewChip(items("alone")[0])
	press(c, fyne.KeyDelete, fyne.KeySpace, fyne.KeyLeft, fyne.KeyRight)
	alt(c, fyne.KeyLeft)
	c.Dragged(&fyne.DragEvent{})
	c.DragEnd()
	c.Tapped(&fyne.PointEvent{})
	c.TappedSecondary(&fyne.PointEvent{})
	if c.Item() != items("alone")[0] {
		t.Errorf("the chip has become %+v", c.Item())
	}
}

// TestChipLooks walks through the states of a chip: each must look different from the one before.
func TestChipLooks(t *testing.T) {
	c := NewChip(Item{Text: "revenue", Kind: Measure, Type: data.Decimal})
	r := test.TempWidgetRenderer(t, c).(*chipRenderer)
	c.Resize(c.MinSize())
	if r.text.Text != "revenue" {
		t.Errorf("at its own size the chip says %q", r.text.Text)
	}
	c.Resize(fyne.NewSize(200, chipHeight))
	last := ""
	for _, change := range []struct {
		name string
		do   func()
	}{
		{"idle", func() {}},
		{"hovered", func() { c.MouseIn(nil); c.MouseMoved(nil) }},
		{"focused", c.FocusGained},
		{"left", func() { c.MouseOut(); c.FocusLost() }},
		{"another kind", func() { c.SetItem(Item{Text: "revenue", Kind: Filter, Type: data.Decimal}) }},
		{"a note", func() { c.SetItem(Item{Text: "revenue", Kind: Filter, Type: data.Decimal, Note: "↓"}) }},
	} {
		change.do()
		now := fmt.Sprint(r.back.FillColor, r.ring.StrokeColor, r.ring.StrokeWidth, r.cross.Translucency, r.text.Text,
			r.text.Color)
		if now == last {
			t.Errorf("%s looks as before: %s", change.name, now)
		}
		last = now
	}
	if c.Cursor() != desktop.PointerCursor {
		t.Error("the cursor does not say that the chip can be taken")
	}
	if !strings.Contains(r.text.Text, "↓") {
		t.Errorf("the chip says %q", r.text.Text)
	}
}

func TestEllipsis(t *testing.T) {
	for _, s := range []string{"", "a", "revenue", "Größenordnung der Straße", "東京都千代田区", "👩‍👩‍👧 family"} {
		if got := ellipsis(s, 1000); got != s {
			t.Errorf("%q is cut to %q", s, got)
		}
		cut := ellipsis(s, 20)
		if cut != s && (!strings.HasSuffix(cut, "…") || !strings.HasPrefix(s, strings.TrimSuffix(cut, "…"))) {
			t.Errorf("%q is cut to %q", s, cut)
		}
		ellipsis(s, -5)
	}
}
