package panel

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"

	"cardinal/ui/look/lang"
	own "cardinal/ui/look/theme"
	"cardinal/ui/widget/input"
)

var (
	_ fyne.Widget        = (*heading)(nil)
	_ fyne.Tappable      = (*heading)(nil)
	_ fyne.Focusable     = (*heading)(nil)
	_ desktop.Hoverable  = (*heading)(nil)
	_ desktop.Cursorable = (*heading)(nil)
)

// heading is the title of a section. A tap, Space or Enter folds or unfolds the section.
type heading struct {
	input.Pointed
	title    string
	open     bool
	onToggle func(open bool)
}

func newHeading(title string, open bool, onToggle func(open bool)) *heading {
	h := &heading{title: title, open: open, onToggle: onToggle}
	h.ExtendBaseWidget(h)
	return h
}

func (h *heading) toggle() {
	h.open = !h.open
	h.Refresh()
	h.onToggle(h.open)
}

func (h *heading) Tapped(*fyne.PointEvent) { h.toggle() }

func (h *heading) TypedKey(ev *fyne.KeyEvent) {
	switch ev.Name {
	case fyne.KeySpace, fyne.KeyReturn, fyne.KeyEnter:
		h.toggle()
	default:
		input.Pass(h, ev)
	}
}

// CreateRenderer implements fyne.Widget.
func (h *heading) CreateRenderer() fyne.WidgetRenderer {
	r := &headingRenderer{h: h, back: canvas.NewRectangle(nil), rule: canvas.NewRectangle(nil),
		mark: canvas.NewImageFromResource(nil), text: canvas.NewText(lang.L(h.title), nil)}
	r.Parts = input.Parts{r.rule, r.back, r.text, r.mark}
	r.back.CornerRadius = 3
	r.text.TextStyle.Bold = true
	r.paint()
	return r
}

type headingRenderer struct {
	input.Parts
	h          *heading
	back, rule *canvas.Rectangle
	mark       *canvas.Image
	text       *canvas.Text
}

func (r *headingRenderer) MinSize() fyne.Size { return r.text.MinSize().AddWidthHeight(20, 12) }

func (r *headingRenderer) Layout(size fyne.Size) {
	r.rule.Resize(fyne.NewSize(size.Width, 1))
	r.back.Move(fyne.NewPos(0, 2))
	r.back.Resize(size.SubtractWidthHeight(0, 2))
	r.text.Move(fyne.NewPos(0, (size.Height-r.text.MinSize().Height)/2+1))
	input.Place(r.mark, size.Width-14, (size.Height-12)/2+1, 12, 12)
}

func (r *headingRenderer) paint() {
	r.rule.FillColor = theme.Color(theme.ColorNameSeparator)
	r.back.FillColor, r.back.StrokeWidth = nil, 0
	if r.h.Hovered {
		r.back.FillColor = theme.Color(theme.ColorNameHover)
	}
	if r.h.Focused {
		r.back.StrokeColor, r.back.StrokeWidth = theme.Color(theme.ColorNamePrimary), 2
	}
	r.text.Color, r.text.TextSize = theme.Color(theme.ColorNameForeground), theme.TextSize()
	shape := "closed"
	if r.h.open {
		shape = "open"
	}
	r.mark.Resource = own.Icon(shape, own.ColorSubtle)
}

func (r *headingRenderer) Refresh() {
	r.paint()
	r.Layout(r.h.Size())
	r.RefreshAll()
	canvas.Refresh(r.h)
}

// section returns a heading over content that can be folded. The content is built when the section is first unfolded.
// The panel remembers which sections are unfolded.
func (p *Panel) section(title string, build func() *fyne.Container) fyne.CanvasObject {
	all := stack(2)
	var content *fyne.Container
	show := func(open bool) {
		if open && content == nil {
			content = build()
			all.Add(content)
		}
		if content != nil {
			content.Hidden = !open
		}
	}
	all.Add(newHeading(title, p.open[title], func(open bool) {
		if show(open); open {
			p.open[title] = true
		} else {
			delete(p.open, title)
		}
		p.body.Refresh()
	}))
	show(p.open[title])
	return all
}
