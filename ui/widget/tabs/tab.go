package tabs

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"

	"cardinal/ui/look/lang"
	own "cardinal/ui/look/theme"
	"cardinal/ui/widget/input"
)

var (
	_ fyne.Draggable         = (*Tab)(nil)
	_ fyne.Focusable         = (*Tab)(nil)
	_ fyne.Tappable          = (*Tab)(nil)
	_ fyne.SecondaryTappable = (*Tab)(nil)
	_ fyne.Shortcutable      = (*Tab)(nil)
	_ desktop.Hoverable      = (*Tab)(nil)
	_ desktop.Mouseable      = (*Tab)(nil)
)

// Tab is one tab of a bar. A tap shows it, a double tap renames it, and a drag moves it. There are keys for the same:
// the arrows show the next tab, F2 renames it, Delete closes it, Alt with an arrow moves it, and Space opens its menu.
type Tab struct {
	input.Pointed

	bar    *Bar
	i      int
	name   string
	tapped time.Time
	to     int // the position to which a drag would move the tab; -1: no drag
	drag   bool
}

func newTab(b *Bar, i int) *Tab {
	t := &Tab{bar: b, i: i, to: -1}
	t.OnHover = func(in bool) {
		if in && !t.drag {
			b.tip.Show(t.name+"\n"+lang.L("Click it again to rename it, drag it to move it. The other mouse button "+
				"has its menu."),
				fyne.CurrentApp().Driver().AbsolutePositionForObject(t), height)
		} else {
			b.tip.Hide()
		}
	}
	t.ExtendBaseWidget(t)
	return t
}

// Name returns the name on the tab.
func (t *Tab) Name() string { return t.name }

// again is the longest time between the two taps of a double tap, which renames the tab.
const again = 450 * time.Millisecond

// Tapped shows the tab. It closes the tab if the cross was tapped, and renames it after a double tap.
func (t *Tab) Tapped(ev *fyne.PointEvent) {
	t.bar.tip.Hide()
	switch {
	case ev.Position.X >= t.Size().Width-crossWidth:
		t.bar.OnClose(t.i)
	case t.bar.shown == t.i && time.Since(t.tapped) < again:
		t.tapped = time.Time{}
		t.bar.OnRename(t.i)
	default:
		t.tapped = time.Now()
		input.Focus(t)
		t.bar.OnShow(t.i)
	}
}

// TappedSecondary opens the menu.
func (t *Tab) TappedSecondary(ev *fyne.PointEvent) { t.bar.OnMenu(t.i, ev.AbsolutePosition) }

// MouseDown implements desktop.Mouseable.
func (t *Tab) MouseDown(*desktop.MouseEvent) {}

// MouseUp closes the tab if the middle button was released.
func (t *Tab) MouseUp(ev *desktop.MouseEvent) {
	if ev.Button == desktop.MouseButtonTertiary {
		t.bar.OnClose(t.i)
	}
}

// Dragged marks the position to which a drop would move the tab.
func (t *Tab) Dragged(ev *fyne.DragEvent) {
	t.drag = true
	t.bar.tip.Hide()
	t.to = t.bar.dropIndex(t.i, t.Position().X+ev.Position.X)
	t.bar.showDrop(t.i, t.to)
}

// DragEnd moves the tab to the marked position.
func (t *Tab) DragEnd() {
	to := t.to
	t.drag, t.to = false, -1
	t.bar.showDrop(t.i, -1)
	if to >= 0 && to != t.i {
		t.bar.OnMove(t.i, to)
	}
}

// TypedKey handles a key without Ctrl or Alt.
func (t *Tab) TypedKey(ev *fyne.KeyEvent) {
	switch ev.Name {
	case fyne.KeyLeft, fyne.KeyUp:
		t.bar.step(t.i - 1)
	case fyne.KeyRight, fyne.KeyDown:
		t.bar.step(t.i + 1)
	case fyne.KeyHome:
		t.bar.step(0)
	case fyne.KeyEnd:
		t.bar.step(len(t.bar.tabs) - 1)
	case fyne.KeyReturn, fyne.KeyEnter:
		t.bar.OnShow(t.i)
	case fyne.KeySpace, desktop.KeyMenu:
		t.bar.OnMenu(t.i, fyne.CurrentApp().Driver().AbsolutePositionForObject(t))
	case fyne.KeyDelete, fyne.KeyBackspace:
		t.bar.OnClose(t.i)
	case fyne.KeyF2:
		t.bar.OnRename(t.i)
	default:
		input.Pass(t, ev)
	}
}

// step shows another tab and gives it the keyboard focus.
func (b *Bar) step(to int) {
	if to >= 0 && to < len(b.tabs) {
		b.OnShow(to)
		b.Focus()
	}
}

// TypedShortcut moves the tab if Alt and an arrow were pressed. It passes every other shortcut to the window.
func (t *Tab) TypedShortcut(s fyne.Shortcut) {
	if k, ok := s.(*desktop.CustomShortcut); ok && k.Modifier == fyne.KeyModifierAlt {
		by := map[fyne.KeyName]int{fyne.KeyLeft: -1, fyne.KeyRight: 1}[k.KeyName]
		if to := t.i + by; by != 0 && to >= 0 && to < len(t.bar.tabs) {
			t.bar.OnMove(t.i, to)
		}
		if by != 0 {
			return
		}
	}
	input.PassShortcut(t, s)
}

const (
	maxWidth   = 190 // longer names are cut with an ellipsis
	minWidth   = 74
	pad        = 10
	crossSize  = 12
	crossWidth = crossSize + 10
)

type tabRenderer struct {
	input.Parts
	tab              *Tab
	back, line, ring *canvas.Rectangle
	text             *canvas.Text
	cross            *canvas.Image
}

// CreateRenderer implements fyne.Widget.
func (t *Tab) CreateRenderer() fyne.WidgetRenderer {
	r := &tabRenderer{tab: t, back: canvas.NewRectangle(nil), line: canvas.NewRectangle(nil),
		ring: canvas.NewRectangle(nil), text: canvas.NewText("", nil),
		cross: canvas.NewImageFromResource(theme.NewColoredResource(theme.CancelIcon(), theme.ColorNameForeground))}
	r.Parts = input.Parts{r.back, r.line, r.text, r.cross, r.ring}
	r.back.BottomLeftCornerRadius, r.back.BottomRightCornerRadius = 5, 5
	r.ring.CornerRadius = 5
	r.paint()
	return r
}

func (r *tabRenderer) shown() bool { return r.tab.bar.shown == r.tab.i }

func (r *tabRenderer) MinSize() fyne.Size {
	w := fyne.MeasureText(r.tab.name, theme.TextSize(), fyne.TextStyle{Bold: true}).Width
	return fyne.NewSize(max(minWidth, min(pad+w+4+crossWidth, maxWidth)), height)
}

func (r *tabRenderer) Layout(size fyne.Size) {
	r.back.Resize(size)
	r.ring.Resize(size)
	r.line.Resize(fyne.NewSize(size.Width, 2))
	r.text.Text = input.Ellipsis(r.tab.name, r.text.TextStyle, size.Width-pad-crossWidth-2)
	r.text.Resize(r.text.MinSize())
	r.text.Move(fyne.NewPos(pad, (size.Height-r.text.MinSize().Height)/2))
	input.Place(r.cross, size.Width-crossWidth+4, (size.Height-crossSize)/2, crossSize, crossSize)
}

func (r *tabRenderer) Refresh() {
	r.paint()
	r.Layout(r.tab.Size())
	canvas.Refresh(r.tab)
}

func (r *tabRenderer) paint() {
	r.back.FillColor, r.line.FillColor, r.ring.FillColor, r.ring.StrokeWidth = nil, nil, nil, 0
	r.text.Color, r.text.TextSize, r.text.TextStyle = theme.Color(own.ColorSubtle), theme.TextSize(), fyne.TextStyle{}
	switch {
	case r.shown():
		r.back.FillColor, r.line.FillColor = theme.Color(own.ColorSurface), theme.Color(theme.ColorNamePrimary)
		r.text.Color, r.text.TextStyle.Bold = theme.Color(theme.ColorNameForeground), true
	case r.tab.Hovered:
		r.back.FillColor = theme.Color(theme.ColorNameHover)
		r.text.Color = theme.Color(theme.ColorNameForeground)
	}
	if r.tab.Focused {
		r.ring.StrokeColor, r.ring.StrokeWidth = theme.Color(theme.ColorNamePrimary), 2
	}
	r.cross.Hidden = !r.shown() && !r.tab.Hovered && !r.tab.Focused
	r.cross.Translucency = 0.4
	if r.tab.Hovered {
		r.cross.Translucency = 0
	}
	r.RefreshAll()
}
