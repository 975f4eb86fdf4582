package ui

import (
	"fmt"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"cardinal/engine/dispatch"
	"cardinal/profiler"
	"cardinal/ui/notice"
	"cardinal/ui/view"
)

// greet is the result area before there is a table.
func (r *result) greet() {
	r.tell(theme.UploadIcon(), "Drop a CSV, Excel or Parquet file here",
		"Cardinal reads it, and you drag its columns onto a pivot. Nothing leaves this computer.",
		notice.Action{Text: "Open a file", Do: r.w.files.AskOpen}, notice.Action{Text: "Open the sample", Do: r.w.session.OpenSample})
}

// fail is the result area after a run that failed.
func (r *result) fail(sentence string) {
	r.tell(theme.WarningIcon(), "This pivot cannot be worked out", sentence+" Change the shelves, or go back.",
		notice.Action{Text: "Undo the last change", Do: r.w.undo}, notice.Action{Text: "Try again", Do: r.w.session.Rerun})
}

// mostOffered is the largest top N that is offered: more labels would not be read either.
const mostOffered = 1000

// askLarge is the result area before a pivot of more cells than can be shown: it runs when a person wants it.
func (r *result) askLarge(e *dispatch.TooLarge) {
	s := r.w.session.State()
	actions := []notice.Action{{Text: "Run it anyway", Do: r.w.session.RunAnyway}, {Text: "Go back", Do: r.w.undo}}
	if n := min(e.Top, mostOffered); n > 0 && len(s.Rows) > 0 {
		first := s.Rows[0]
		top := notice.Action{Text: fmt.Sprintf("Show the top %s of %s", profiler.Count(n), first.Title()), Do: func() {
			r.w.editor.Edit(func(s view.State) view.State {
				top := s.TopOf(first)
				top.N = n
				return s.Keep(top)
			})
		}}
		actions = append([]notice.Action{top}, actions...)
	}
	r.tell(theme.QuestionIcon(), "This pivot would have about "+dispatch.About(e.Cells())+" cells",
		fmt.Sprintf("That is about %s rows by %s columns: more than anybody could read, and it may take a while and much memory.", dispatch.About(e.Rows), dispatch.About(e.Cols*e.Values)),
		actions...)
}

// tell puts a notice where the grid would be.
func (r *result) tell(icon fyne.Resource, title, text string, actions ...notice.Action) {
	r.rows = nil
	r.grid.Hide()
	r.banner.Hide()
	r.over.Objects = []fyne.CanvasObject{notice.New(icon, title, text, actions...)}
	r.over.Refresh()
}
