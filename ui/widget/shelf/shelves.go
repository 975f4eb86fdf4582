package shelf

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"cardinal/ui/look/lang"
	"cardinal/ui/state/view"
	"cardinal/ui/widget/input"
)

var hints = [...]string{lang.Key("Drag a field here: a row for every value"), lang.Key("Drag a field here: a column " +
	"for every value"),
	lang.Key("Drag a field here to add it up"), lang.Key("Drag a field here to leave rows out")}

// Shelves are the four shelves, with another object below them. The shelves are below each other, or in two columns if
// the window is wide.
type Shelves struct {
	On     [4]*Shelf // indexed by view.Shelf
	root   *fyne.Container
	lines  *linesLayout
	scroll *container.Scroll
}

// NewShelves returns four empty shelves with an object below them. The shelves take the height that they need, but at
// most two fifths of the whole.
func NewShelves(below fyne.CanvasObject) *Shelves {
	s := &Shelves{}
	objects := make([]fyne.CanvasObject, len(s.On))
	for _, on := range view.Shelves {
		s.On[on] = New(on.String(), lang.L(hints[on]))
		objects[on] = s.On[on]
	}
	s.lines = &linesLayout{shelves: s.On[:]}
	s.scroll = container.NewVScroll(container.New(s.lines, objects...))
	s.root = container.New(&aboveLayout{s.lines}, s.scroll, below)
	return s
}

// ShowFilters shows only the shelf of filters if alone is true, or else all shelves.
func (s *Shelves) ShowFilters(alone bool) {
	s.lines.shelves = s.On[:]
	if alone {
		s.lines.shelves = s.On[view.Filters:]
	}
	for _, on := range s.On[:view.Filters] {
		input.Show(on, !alone)
	}
	s.Relayout()
}

// Object returns the shelves and the object below them.
func (s *Shelves) Object() fyne.CanvasObject { return s.root }

// Scroll returns the shelves without the object below them.
func (s *Shelves) Scroll() fyne.CanvasObject { return s.scroll }

// Relayout gives the shelves the height that their chips now need.
func (s *Shelves) Relayout() {
	s.root.Layout.Layout(s.root.Objects, s.root.Size())
	s.scroll.Refresh()
}

const (
	shelvesGap = 6
	twoAbreast = 620 // least width for two columns of shelves
	clipped    = 1   // scrolled content may be cut by this width, if its edge is between two pixels
)

// linesLayout places the shelves below each other, or in two columns if they fit.
type linesLayout struct {
	shelves []*Shelf
	width   float32
}

// lines calls `each` for every line of shelves, if the shelves are as wide as width. It returns the height of all
// lines.
func (l *linesLayout) lines(width float32, each func(line []*Shelf, y, width, height float32)) float32 {
	columns, w := 1, width
	if width >= twoAbreast && len(l.shelves) > 1 {
		columns, w = 2, (width-shelvesGap)/2
	}
	y := float32(0)
	for i := 0; i < len(l.shelves); i += columns {
		line, h := l.shelves[i:i+columns], float32(0)
		for _, s := range line {
			h = max(h, s.HeightFor(w))
		}
		each(line, y, w, h)
		y += h + shelvesGap
	}
	return y - shelvesGap
}

func (l *linesLayout) height(width float32) float32 {
	return l.lines(width, func([]*Shelf, float32, float32, float32) {})
}

// MinSize implements fyne.Layout.
func (l *linesLayout) MinSize([]fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(200, l.height(l.width))
}

// Layout implements fyne.Layout.
func (l *linesLayout) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	l.lines(size.Width-clipped, func(line []*Shelf, y, width, height float32) {
		for i, s := range line {
			input.Place(s, float32(i)*(width+shelvesGap), y, width, height)
		}
	})
}

// aboveLayout lays out the shelves and the object below them. The shelves take the height that they need at this width,
// but at most two fifths of the whole.
type aboveLayout struct{ lines *linesLayout }

// MinSize implements fyne.Layout.
func (l *aboveLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(215, 140) }

// Layout implements fyne.Layout.
func (l *aboveLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	l.lines.width = size.Width - clipped
	h := min(l.lines.height(l.lines.width), size.Height*2/5)
	input.Place(objects[0], 0, 0, size.Width, h)
	input.Place(objects[1], 0, h+shelvesGap, size.Width, max(size.Height-h-shelvesGap, 0))
}
