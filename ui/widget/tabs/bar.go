package tabs

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"cardinal/ui/look/lang"
	own "cardinal/ui/look/theme"
	"cardinal/ui/widget/input"
	"cardinal/ui/widget/tip"
)

// Bar is a row of tabs with buttons that add a tab or a dashboard. The row scrolls if it is wider than the window.
type Bar struct {
	OnShow   func(i int)                   // a tab was tapped
	OnNew    func()                        // the plus was tapped
	OnBoard  func()                        // the button that adds a dashboard was tapped
	OnClose  func(i int)                   // the cross was tapped, the middle button clicked, or Delete pressed
	OnRename func(i int)                   // a tab was double-tapped, or F2 pressed
	OnMove   func(from, to int)            // a tab was dragged, or Alt and an arrow pressed
	OnMenu   func(i int, at fyne.Position) // the secondary mouse button or Space was pressed
	OnList   func(at fyne.Position)        // the button that lists all tabs was tapped

	root   *fyne.Container
	row    *fyne.Container
	scroll *container.Scroll
	list   *tip.Button
	mark   *canvas.Rectangle // shows where a dragged tab would be dropped
	tabs   []*Tab
	shown  int
	tip    *tip.Tip
}

// New returns a bar without tabs.
func New(t *tip.Tip) *Bar {
	b := &Bar{row: container.New(&rowLayout{}), mark: canvas.NewRectangle(nil), tip: t}
	b.mark.Hide()
	b.scroll = container.NewHScroll(container.NewStack(b.row, container.NewWithoutLayout(b.mark)))
	b.scroll.ScrollToTop()
	add := tip.NewButton(theme.ContentAddIcon(), lang.L("New tab (Ctrl+T)"), t, func() { b.OnNew() })
	b.list = tip.NewButton(theme.MenuDropDownIcon(), lang.L("All tabs"), t, func() {
		b.OnList(fyne.CurrentApp().Driver().AbsolutePositionForObject(b.list))
	})
	board := tip.NewButton(own.Icon("dashboard", theme.ColorNameForeground), lang.L("New dashboard: the pivots and "+
		"charts of the tabs beside each other"), t, func() { b.OnBoard() })
	b.root = container.New(&barLayout{b}, b.scroll, add, board, b.list)
	return b
}

// Object returns the object for the window.
func (b *Bar) Object() fyne.CanvasObject { return b.root }

// Tabs returns the tabs.
func (b *Bar) Tabs() []*Tab { return b.tabs }

// Show shows tabs with these names, and highlights the tab at position shown. If any tab had the focus, the highlighted
// tab gets it.
func (b *Bar) Show(names []string, shown int) {
	focused := slices.ContainsFunc(b.tabs, func(t *Tab) bool { return t.Focused })
	for len(b.tabs) < len(names) {
		b.tabs = append(b.tabs, newTab(b, len(b.tabs)))
	}
	b.tabs = b.tabs[:len(names)]
	b.shown = shown
	b.row.Objects = make([]fyne.CanvasObject, len(names))
	for i, t := range b.tabs {
		t.name = names[i]
		b.row.Objects[i] = t
		t.Refresh()
	}
	b.row.Refresh()
	b.root.Layout.Layout(b.root.Objects, b.root.Size())
	b.reveal(shown)
	if focused {
		b.Focus()
	}
}

// Focus gives the keyboard focus to the shown tab.
func (b *Bar) Focus() {
	if c := fyne.CurrentApp().Driver().CanvasForObject(b.root); c != nil && b.shown < len(b.tabs) {
		c.Focus(b.tabs[b.shown])
	}
}

// reveal scrolls a tab into view.
func (b *Bar) reveal(i int) {
	if i < 0 || i >= len(b.tabs) {
		return
	}
	t := b.tabs[i]
	left, right, width := t.Position().X, t.Position().X+t.Size().Width, b.scroll.Size().Width
	switch at := b.scroll.Offset.X; {
	case left < at:
		b.scroll.ScrollToOffset(fyne.NewPos(left, 0))
	case right > at+width:
		b.scroll.ScrollToOffset(fyne.NewPos(right-width, 0))
	}
}

// dropIndex returns the position that the tab at position `from` would get if it was dropped at x.
func (b *Bar) dropIndex(from int, x float32) int {
	to := 0
	for i, t := range b.tabs {
		if i != from && x > t.Position().X+t.Size().Width/2 {
			to++
		}
	}
	return to
}

// showDrop marks the position to which a dragged tab would move. It hides the mark if `to` is -1 or the tab's own
// position.
func (b *Bar) showDrop(from, to int) {
	b.mark.Hidden = to < 0 || to == from
	if !b.mark.Hidden {
		t := b.tabs[to]
		x := t.Position().X
		if to > from {
			x += t.Size().Width
		}
		b.mark.FillColor = theme.Color(theme.ColorNamePrimary)
		input.Place(b.mark, x-1, 3, 2, height-6)
	}
	b.mark.Refresh()
}

const height = 28

// barLayout places the buttons that add a tab or a dashboard after the last tab. If the tabs do not fit, a button that
// lists all tabs is shown at the right.
type barLayout struct{ bar *Bar }

// MinSize implements fyne.Layout.
func (l *barLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(120, height) }

// Layout implements fyne.Layout.
func (l *barLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	const button = 28
	scroll, add, board, list := objects[0], objects[1], objects[2], objects[3]
	all := l.bar.row.MinSize().Width
	room := size.Width - 2*button - 4
	if fits := all <= room; fits {
		list.Hide()
		room = all
	} else {
		list.Show()
		room -= button
	}
	input.Place(scroll, 0, 0, room, height)
	input.Place(add, room+2, 1, button, height-2)
	input.Place(board, room+2+button, 1, button, height-2)
	input.Place(list, room+2+2*button, 1, button, height-2)
}

// rowLayout places the tabs side by side.
type rowLayout struct{}

// MinSize implements fyne.Layout.
func (rowLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	width := float32(0)
	for _, o := range objects {
		width += o.MinSize().Width + gap
	}
	return fyne.NewSize(width, height)
}

const gap = 2

// Layout implements fyne.Layout.
func (rowLayout) Layout(objects []fyne.CanvasObject, _ fyne.Size) {
	x := float32(0)
	for _, o := range objects {
		w := o.MinSize().Width
		input.Place(o, x, 0, w, height)
		x += w + gap
	}
}
