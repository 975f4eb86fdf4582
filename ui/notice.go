package ui

import (
	"fmt"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"cardinal/engine/dispatch"
	"cardinal/profiler"
	"cardinal/ui/view"
)

// action is a button of a notice.
type action struct {
	text string
	do   func()
}

// greet is the result area before there is a table.
func (r *result) greet() {
	r.tell(theme.UploadIcon(), "Drop a CSV, Excel or Parquet file here",
		"Cardinal reads it, and you drag its columns onto a pivot. Nothing leaves this computer.",
		action{"Open a file", r.w.askOpen}, action{"Open the sample", func() { r.w.session.OpenSample() }})
}

// fail is the result area after a run that failed.
func (r *result) fail(sentence string) {
	r.tell(theme.WarningIcon(), "This pivot cannot be worked out", sentence+" Change the shelves, or go back.",
		action{"Undo the last change", r.w.undo}, action{"Try again", r.w.session.Rerun})
}

// mostOffered is the largest top N that is offered: more labels would not be read either.
const mostOffered = 1000

// askLarge is the result area before a pivot of more cells than can be shown: it runs when a person wants it.
func (r *result) askLarge(e *dispatch.TooLarge) {
	s := r.w.session.State()
	actions := []action{{"Run it anyway", r.w.session.RunAnyway}, {"Go back", r.w.undo}}
	if n := min(e.Top, mostOffered); n > 0 && len(s.Rows) > 0 {
		first := s.Rows[0]
		top := action{fmt.Sprintf("Show the top %s of %s", profiler.Count(n), first.Title()), func() {
			r.w.edit(func(s view.State) view.State {
				top := s.TopOf(first)
				top.N = n
				return s.Keep(top)
			})
		}}
		actions = append([]action{top}, actions...)
	}
	r.tell(theme.QuestionIcon(), "This pivot would have about "+dispatch.About(e.Cells())+" cells",
		fmt.Sprintf("That is about %s rows by %s columns: more than anybody could read, and it may take a while and much memory.", dispatch.About(e.Rows), dispatch.About(e.Cols*e.Values)),
		actions...)
}

// tell puts a notice where the grid would be: what is the matter, what to do, and buttons that do it.
func (r *result) tell(icon fyne.Resource, title, text string, actions ...action) {
	image := canvas.NewImageFromResource(theme.NewColoredResource(icon, theme.ColorNamePrimary))
	image.SetMinSize(fyne.NewSquareSize(40))
	image.FillMode = canvas.ImageFillContain
	head := widget.NewLabel(title)
	head.SizeName, head.Alignment, head.Wrapping = theme.SizeNameSubHeadingText, fyne.TextAlignCenter, fyne.TextWrapWord
	head.TextStyle.Bold = true
	body := widget.NewLabel(text)
	body.Alignment, body.Wrapping = fyne.TextAlignCenter, fyne.TextWrapWord
	buttons := container.NewHBox(layout.NewSpacer())
	for i, a := range actions {
		b := widget.NewButton(a.text, a.do)
		if i == 0 {
			b.Importance = widget.HighImportance
		}
		buttons.Add(b)
	}
	buttons.Add(layout.NewSpacer())
	r.rows = nil
	r.grid.Hide()
	r.banner.Hide()
	r.notice.Objects = []fyne.CanvasObject{container.New(&column{width: 460}, image, head, body, buttons)}
	r.notice.Refresh()
}

// hint is a sentence on a tinted strip.
func hint(text string) fyne.CanvasObject {
	label := widget.NewLabel(text)
	label.Wrapping = fyne.TextWrapWord
	return strip(label)
}

// strip is a tinted strip over the grid.
func strip(content fyne.CanvasObject) fyne.CanvasObject {
	back := canvas.NewRectangle(theme.Color(theme.ColorNameSelection))
	back.CornerRadius = 4
	return container.New(layout.NewCustomPaddedLayout(0, 4, 0, 0), container.NewStack(back, content))
}

// column centres objects under each other in a column of at most a width.
type column struct{ width float32 }

// MinSize implements fyne.Layout.
func (c *column) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(180, 160) }

// Layout implements fyne.Layout.
func (c *column) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	const gap = 8
	width := min(c.width, size.Width-24)
	total := float32(-gap)
	for _, o := range objects {
		o.Resize(fyne.NewSize(width, o.MinSize().Height)) // a wrapped text knows its height once it has its width
		total += o.MinSize().Height + gap
	}
	y := max((size.Height-total)*0.42, 8)
	for _, o := range objects {
		h := o.MinSize().Height
		o.Resize(fyne.NewSize(width, h))
		o.Move(fyne.NewPos((size.Width-width)/2, y))
		y += h + gap
	}
}
