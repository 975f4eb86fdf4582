package filteredit

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"cardinal/data"
	"cardinal/engine/query"
	"cardinal/ui/dialog/dialogs"
	"cardinal/ui/state/view"
)

// queued keeps functions for the UI goroutine until the test runs them.
type queued struct {
	counter
	posts chan func()
}

func (q queued) Post(do func()) { q.posts <- do }

// TestTip rests the pointer on a label that is cut.
func TestTip(t *testing.T) {
	test.NewTempApp(t)
	const stem = "Product family of the northern coastal districts and their islands, "
	column := data.NewText("family", []uint32{0, 1}, []string{stem + "one", stem + "two"}, nil)
	labels := queued{counter{t, data.NewTable("t", []*data.Column{column})}, make(chan func(), 9)}
	w := test.NewTempWindow(t, widget.NewLabel(""))
	w.Resize(fyne.NewSize(900, 700))
	Ask(dialogs.New(w), view.Filter{Field: query.Field{Column: "family"}}, column, -1, labels, nil,
		func(view.Filter) {})
	shows := func(want string) (found bool) {
		for _, o := range test.LaidOutObjects(w.Canvas().Overlays().Top()) {
			if l, is := o.(*widget.Label); is && l.Text == want {
				found = true
			}
		}
		return found
	}
	var line desktop.Hoverable
	for _, o := range test.LaidOutObjects(w.Canvas().Overlays().Top()) {
		if h, is := o.(desktop.Hoverable); is && o.Size().Height < 40 && test.WidgetRenderer(o.(fyne.Widget)) != nil {
			for _, part := range test.WidgetRenderer(o.(fyne.Widget)).Objects() {
				if l, is := part.(*widget.Label); is && l.Text != "" && []rune(l.Text)[0] == '…' {
					line = h
				}
			}
		}
	}
	if line == nil {
		t.Fatal("no label is cut where it differs")
	}
	size := w.Canvas().Overlays().Top().MinSize()
	line.MouseIn(&desktop.MouseEvent{})
	(<-labels.posts)()
	if !shows(stem+"one") && !shows(stem+"two") {
		t.Error("no tip has the whole label")
	}
	if now := w.Canvas().Overlays().Top().MinSize(); now != size {
		t.Errorf("the dialog wants %v for the tip, and %v without", now, size)
	}
	line.MouseOut()
	if shows(stem+"one") || shows(stem+"two") {
		t.Error("the tip stays")
	}
}
