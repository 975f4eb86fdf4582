package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"cardinal/data"
	"cardinal/ui/shelf"
	"cardinal/ui/view"
)

// board is the four shelves over the result.
type board struct {
	shelves [4]*shelf.Shelf // by view.Shelf
	layout  *boardLayout
	scroll  *container.Scroll
	middle  *fyne.Container // to lay out anew when the height changes
}

var hints = [...]string{"Drag a field here: a row for every value", "Drag a field here: a column for every value", "Drag a field here to add it up", "Drag a field here to leave rows out"}

func newBoard(w *window) *board {
	b := &board{}
	objects := make([]fyne.CanvasObject, len(b.shelves))
	for _, on := range view.Shelves {
		s := shelf.New(on.String(), hints[on])
		s.OnMenu = func(i int, chip *shelf.Chip) { w.chipMenu(on, i, chip) }
		s.OnEdit = func(i int, chip *shelf.Chip) { w.editChip(on, i, chip) }
		s.OnRemove = func(i int) { w.remove(on, i) }
		s.OnMove = func(i int, by fyne.KeyName) { w.moveByKey(on, i, by) }
		s.OnHover = func(i int, chip *shelf.Chip, in bool) { w.chipTip(on, i, chip, in) }
		s.OnDragged = func(i int, ev *fyne.DragEvent) {
			w.layer.Dragged(ev, func() (any, fyne.CanvasObject) {
				return chipPayload{on, i}, shelf.Ghost(s.Chips()[i].Item())
			})
		}
		s.OnDragEnd = w.layer.End
		s.Takes = func(payload any) bool { return w.takes(on, payload) }
		s.OnDrop = func(payload any, before int) { w.drop(on, payload, before) }
		w.layer.AddZone(s)
		b.shelves[on], objects[on] = s, s
	}
	b.layout = &boardLayout{shelves: b.shelves[:]}
	b.scroll = container.NewVScroll(container.New(b.layout, objects...))
	return b
}

// show puts a state on the shelves. there is as in view.State.Note.
func (b *board) show(s view.State, column func(string) *data.Column, there func([]view.At) int) {
	typeOf := func(name string) data.Type {
		if c := column(name); c != nil {
			return c.Type
		}
		return data.Int // the count of rows
	}
	for _, on := range view.Shelves {
		items := make([]shelf.Item, s.Len(on))
		for i := range items {
			items[i] = shelf.Item{Kind: shelf.ShelfKind(on)}
			switch on {
			case view.Rows, view.Cols:
				f := s.Rows
				if on == view.Cols {
					f = s.Cols
				}
				items[i].Text, items[i].Type = f[i].Title(), typeOf(f[i].Column)
			case view.Values:
				m := s.Values[i]
				items[i].Text, items[i].Type = m.Title(), typeOf(m.Column)
			case view.Filters:
				items[i].Text, items[i].Type = s.Filters[i].String(), s.Filters[i].Type
			}
			items[i].Note = s.Note(on, i, there)
		}
		b.shelves[on].SetItems(items)
	}
	b.relayout()
}

func (b *board) relayout() {
	if b.middle != nil {
		b.middle.Layout.Layout(b.middle.Objects, b.middle.Size())
		b.scroll.Refresh()
	}
}

const (
	boardGap   = 6
	twoAbreast = 620 // from this width on two shelves stand side by side
)

// boardLayout sets the shelves under each other, or two and two where there is room.
type boardLayout struct {
	shelves []*shelf.Shelf
	width   float32
}

func (l *boardLayout) lines(width float32) (columns int, each float32) {
	if width >= twoAbreast {
		return 2, (width - boardGap) / 2
	}
	return 1, width
}

func (l *boardLayout) height(width float32) float32 {
	columns, each := l.lines(width)
	total := float32(0)
	for i := 0; i < len(l.shelves); i += columns {
		h := float32(0)
		for _, s := range l.shelves[i : i+columns] {
			h = max(h, s.HeightFor(each))
		}
		total += h + boardGap
	}
	return total - boardGap
}

// MinSize implements fyne.Layout.
func (l *boardLayout) MinSize([]fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(200, l.height(l.width))
}

// Layout implements fyne.Layout.
func (l *boardLayout) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	columns, each := l.lines(size.Width)
	y := float32(0)
	for i := 0; i < len(l.shelves); i += columns {
		h := float32(0)
		for _, s := range l.shelves[i : i+columns] {
			h = max(h, s.HeightFor(each))
		}
		for j, s := range l.shelves[i : i+columns] {
			s.Move(fyne.NewPos(float32(j)*(each+boardGap), y))
			s.Resize(fyne.NewSize(each, h))
		}
		y += h + boardGap
	}
}
