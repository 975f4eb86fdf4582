package shelf

import (
	"fmt"
	"os"
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"cardinal/data"
	_ "cardinal/ui/look/locale" // before the toolkit is initialised
	"cardinal/ui/look/theme"
	"cardinal/ui/widget/dnd"
)

func TestMain(m *testing.M) {
	test.NewApp()
	fyne.CurrentApp().Settings().SetTheme(theme.New(theme.Light))
	os.Exit(m.Run())
}

// diary notes what widgets report.
type diary struct{ lines []string }

func (d *diary) note(form string, args ...any) { d.lines = append(d.lines, fmt.Sprintf(form, args...)) }

// has fails the test unless exactly this was noted since the last time.
func (d *diary) has(t testing.TB, want ...string) {
	t.Helper()
	if !slices.Equal(d.lines, want) {
		t.Errorf("\n got %q\nwant %q", d.lines, want)
	}
	d.lines = nil
}

// stage is two shelves in a window, connected to a drag layer.
type stage struct {
	diary
	shelves [2]*Shelf
	layer   *dnd.Layer
	canvas  fyne.Canvas
}

// carried is a chip under way.
type carried struct{ shelf, i int }

func newStage(t testing.TB) *stage {
	t.Helper()
	b := &stage{layer: dnd.NewLayer()}
	for n := range b.shelves {
		s := New(fmt.Sprintf("Shelf %d", n), "Drag a field here")
		s.OnEdit = func(i int, c *Chip) { b.note("edit %d/%d %s", n, i, c.Item().Text) }
		s.OnOpen = func(i int, c *Chip) { b.note("open %d/%d %s", n, i, c.Item().Text) }
		s.OnMenu = func(i int, c *Chip) { b.note("menu %d/%d %s", n, i, c.Item().Text) }
		s.OnRemove = func(i int) { b.note("remove %d/%d", n, i) }
		s.OnMove = func(i int, by fyne.KeyName) { b.note("move %d/%d %s", n, i, by) }
		s.OnDragged = func(i int, ev *fyne.DragEvent) {
			b.layer.Dragged(ev, func() (any, fyne.CanvasObject) { return carried{n, i}, Ghost(s.Chips()[i].Item()) })
		}
		s.OnDragEnd = b.layer.End
		s.OnDrop = func(payload any, before int) { b.note("drop %v on %d before %d", payload, n, before) }
		b.layer.AddZone(s)
		b.shelves[n] = s
	}
	b.layer.OnOutside = func(payload any) { b.note("outside %v", payload) }
	w := test.NewTempWindow(t, container.NewStack(container.NewVBox(b.shelves[0], b.shelves[1]), b.layer.Object()))
	w.Resize(fyne.NewSize(600, 400))
	b.canvas = w.Canvas()
	return b
}

// items returns chips with these texts.
func items(texts ...string) []Item {
	out := make([]Item, len(texts))
	for i, s := range texts {
		out[i] = Item{Text: s, Type: data.Text}
	}
	return out
}

func where(o fyne.CanvasObject) fyne.Position {
	return fyne.CurrentApp().Driver().AbsolutePositionForObject(o)
}

// dragTo drags from the middle of an object to an absolute point in steps, as a hand does. The toolkit's own test
// drag sends neither steps nor a position.
func dragTo(t testing.TB, from interface {
	fyne.CanvasObject
	fyne.Draggable
}, to fyne.Position) {
	t.Helper()
	const steps = 8
	size := from.Size()
	at := where(from).AddXY(size.Width/2, size.Height/2)
	way := to.Subtract(at)
	for range steps {
		step := fyne.NewDelta(way.X/steps, way.Y/steps)
		at = at.Add(step)
		ev := &fyne.DragEvent{Dragged: step}
		ev.AbsolutePosition, ev.Position = at, at.Subtract(where(from))
		from.Dragged(ev)
	}
	from.DragEnd()
}

func press(w fyne.Focusable, keys ...fyne.KeyName) {
	for _, k := range keys {
		w.TypedKey(&fyne.KeyEvent{Name: k})
	}
}

func alt(w fyne.Shortcutable, key fyne.KeyName) {
	w.TypedShortcut(&desktop.CustomShortcut{KeyName: key, Modifier: fyne.KeyModifierAlt})
}
