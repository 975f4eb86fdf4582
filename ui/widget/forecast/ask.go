package forecast

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"cardinal/ui/dialog/dialogs"
	"cardinal/ui/look/lang"
	"cardinal/ui/state/session"
	"cardinal/ui/widget/input"
)

// Choice is something that a person can do, with a forecast of the pivot that follows.
type Choice struct {
	Text    string                              // the text of the button
	Do      func()                              // runs when the button is pressed
	Foresee func(then func(f session.Forecast)) // computes the forecast, and then calls then; nil: no forecast
	Instead string                              // a text in place of the forecast if Foresee is nil
}

// Ask shows a dialog with choices. Each is a button, with the forecast of its pivot beside it. The forecasts are
// computed one after the other.
func Ask(d *dialogs.Stack, title string, choices []Choice) {
	form := container.NewVBox()
	labels := make([]*widget.Label, len(choices))
	var first fyne.Focusable
	for i, c := range choices {
		labels[i] = input.Wrapped(lang.L("Estimating…") + "\n") // as high as a forecast
		if c.Foresee == nil {
			labels[i].SetText(c.Instead)
		}
		b := input.NewButton(c.Text, func() {
			d.Dismiss()
			c.Do()
		})
		b.Alignment = widget.ButtonAlignLeading
		if first == nil {
			first = b
		}
		form.Add(container.New(&sideBySide{}, container.NewVBox(b), labels[i]))
	}
	var next func(i int)
	next = func(i int) {
		for ; i < len(choices) && choices[i].Foresee == nil; i++ {
		}
		if i < len(choices) {
			choices[i].Foresee(func(f session.Forecast) {
				w := Of(f)
				if w.Warns {
					labels[i].Importance = widget.WarningImportance
				}
				labels[i].SetText(strings.Join(w.Lines, "\n"))
				next(i + 1)
			})
		}
	}
	next(0)
	d.Tell(title, container.NewVScroll(form), 520, 360)
	d.Window().Canvas().Focus(first)
}

// sideBySide lays out two objects: the first is buttonWidth wide, and the second takes the rest.
type sideBySide struct{}

const buttonWidth = 150

// MinSize implements fyne.Layout.
func (sideBySide) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(buttonWidth+140, max(o[0].MinSize().Height, o[1].MinSize().Height))
}

// Layout implements fyne.Layout.
func (sideBySide) Layout(o []fyne.CanvasObject, size fyne.Size) {
	o[0].Resize(fyne.NewSize(buttonWidth, size.Height))
	input.Place(o[1], buttonWidth+8, 0, size.Width-buttonWidth-8, size.Height)
}
