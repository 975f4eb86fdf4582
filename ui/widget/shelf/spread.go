package shelf

import (
	"fmt"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"cardinal/internal/each"
	"cardinal/internal/separators"
	own "cardinal/ui/look/theme"
	"cardinal/ui/widget/input"
	"cardinal/ui/widget/tip"
)

// Spread shows how the values of a field are distributed: by a histogram, or by the most frequent values.
type Spread struct {
	Bins      []int  // numbers of rows in intervals of equal width
	Low, High string // start of the first and end of the last interval
	Mean      string // "": none
	Top       []Bar  // the most frequent values
	Rest      string // a text about the rows with other values; "": none
}

// Bar is a value, and the fraction of the rows that have it.
type Bar struct {
	Text  string
	Share float64
}

// percent writes the share as a percentage, which is never 0.0% if a row has the value.
func (b Bar) percent() string {
	if b.Share > 0 && b.Share < 0.0005 {
		return separators.Show("<0.1%")
	}
	return separators.Show(fmt.Sprintf("%.1f%%", 100*b.Share))
}

// spread draws a Spread.
type spread struct {
	root *fyne.Container
	tips *tip.Tip
}

func newSpread(tips *tip.Tip) *spread { return &spread{container.NewVBox(), tips} }

// show draws another Spread.
func (s *spread) show(of Spread) {
	s.root.RemoveAll()
	if len(of.Bins) > 0 {
		s.root.Add(container.New(&histogram{bins: of.Bins}, bars(len(of.Bins))...))
		s.root.Add(container.New(ends{of.Low, of.High}, caption(""), caption("")))
	}
	texts := each.Of(of.Top, func(b Bar) string { return b.Text })
	slices.Sort(texts)
	texts = append(append([]string{""}, texts...), "")
	for _, b := range of.Top {
		at := 1 + slices.Index(texts[1:], b.Text)
		s.root.Add(container.New(&share{b.Share, b.Text, texts[at-1], texts[at+1]}, bar(), s.label(b.Text),
			caption(b.percent())))
	}
	for _, text := range []string{of.Rest, of.Mean} {
		if text != "" {
			s.root.Add(caption(text))
		}
	}
}

func caption(text string) *canvas.Text {
	t := canvas.NewText(text, theme.Color(own.ColorSubtle))
	t.TextSize = theme.CaptionTextSize()
	return t
}

// label returns a text that is cut if it is too long. A tip then shows the whole text.
func (s *spread) label(text string) fyne.CanvasObject {
	l := tip.NewLabel("", s.tips)
	l.SizeName, l.Whole = theme.SizeNameCaptionText, text
	return l
}

func bar() fyne.CanvasObject { return canvas.NewRectangle(theme.Color(own.ColorDimension)) }

func bars(n int) []fyne.CanvasObject {
	return each.Times(n, func(int) fyne.CanvasObject {
		return canvas.NewRectangle(theme.Color(theme.ColorNamePrimary))
	})
}

// histogram lays out bars side by side, as high as their numbers of rows. A bar with rows has at least one pixel.
type histogram struct{ bins []int }

const histogramHeight = 44

// MinSize implements fyne.Layout.
func (h *histogram) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(60, histogramHeight) }

// Layout implements fyne.Layout.
func (h *histogram) Layout(bars []fyne.CanvasObject, size fyne.Size) {
	most := 1
	for _, n := range h.bins {
		most = max(most, n)
	}
	step := size.Width / float32(len(bars))
	for i, b := range bars {
		height := size.Height * float32(h.bins[i]) / float32(most)
		if h.bins[i] > 0 {
			height = max(height, 1)
		}
		input.Place(b, float32(i)*step, size.Height-height, max(step-1, 1), height)
	}
}

// ends lays out a text at each end of a line. It cuts long texts, so that the list does not become wider.
type ends [2]string

// MinSize implements fyne.Layout.
func (e ends) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(60, o[0].MinSize().Height)
}

// Layout implements fyne.Layout.
func (e ends) Layout(o []fyne.CanvasObject, size fyne.Size) {
	const gap = 8
	width := func(s string) float32 { return fyne.MeasureText(s, theme.CaptionTextSize(), fyne.TextStyle{}).Width }
	for i, o := range o {
		room := max(size.Width/2-gap/2, size.Width-gap-width(e[1-i]))
		text := o.(*canvas.Text)
		text.Text = ellipsis(e[i], room*theme.TextSize()/theme.CaptionTextSize())
		text.Resize(text.MinSize())
		text.Move(fyne.NewPos(float32(i)*(size.Width-text.MinSize().Width), 0))
	}
}

// share lays out a bar behind a text, with a figure at the right. A text that is too long is cut so that it differs
// from the texts before and after it in the alphabet.
type share struct {
	of                  float64
	text, before, after string
}

const shareHeight = 20

// MinSize implements fyne.Layout.
func (s *share) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(60, shareHeight) }

// Layout implements fyne.Layout.
func (s *share) Layout(o []fyne.CanvasObject, size fyne.Size) {
	figure := o[2].MinSize()
	input.Place(o[0], 0, 1, size.Width*float32(s.of), size.Height-2)
	text, room := o[1].MinSize().Height, max(0, size.Width-figure.Width-4)
	o[1].Resize(fyne.NewSize(room, text))
	label := o[1].(*tip.Label)
	if cut := input.Apart(s.text, s.before, s.after, label.TextStyle,
		input.LabelRoom(room)*theme.TextSize()/theme.CaptionTextSize()); cut != label.Text {
		label.SetText(cut)
	}
	o[1].Move(fyne.NewPos(-4, (size.Height-text)/2))
	o[2].Resize(figure)
	o[2].Move(fyne.NewPos(size.Width-figure.Width, (size.Height-figure.Height)/2))
}
