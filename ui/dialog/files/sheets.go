package files

import (
	"errors"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"cardinal/engine/query"
	"cardinal/export"
	"cardinal/internal/each"
	"cardinal/ui/look/lang"
	"cardinal/ui/state/session"
	"cardinal/ui/state/view"
	"cardinal/ui/widget/input"
	"cardinal/ui/widget/tip"
)

// The choices of pivots, for a workbook.
const (
	thisPivot = "This pivot"
	theseRows = "These rows"
	allTabs   = "All tabs, a sheet for each"
	eachLabel = "A sheet for each label of"
	// for a web page
	tabsBeside   = "All tabs on one page"
	labelsBeside = "One for each label of"
)

// sheets asks which pivots are exported into one workbook or web page.
type sheets struct {
	which, by *tip.Select
	title     string // of the question
	all, each string // the choices that mean several pivots
	fields    []query.Field
}

// askSheets returns the question, with chosen as its first answer. It returns nil if there is only one possible answer.
func (f *Files) askSheets(format export.Format, chosen session.Sheets) *sheets {
	q := &sheets{title: lang.L("Sheets"), all: lang.L(allTabs), each: lang.L(eachLabel), fields: f.table.PageFields()}
	if !format.CarriesOrigin() {
		q.title, q.all, q.each = lang.L("Pivots"), lang.L(tabsBeside), lang.L(labelsBeside)
	}
	choices := []string{lang.L(thisPivot)}
	if f.window.Rows() != nil {
		choices[0] = lang.L(theseRows)
	}
	pivots, tabs := 0, f.table.Tabs()
	pivots += each.Count(tabs, func(t session.Tab) bool { return !t.State.Empty() })
	if len(tabs) > 1 && pivots > 0 {
		choices = append(choices, q.all)
	}
	if f.window.Rows() == nil && len(q.fields) > 0 {
		choices = append(choices, q.each)
	}
	if len(choices) == 1 {
		return nil
	}
	titles := each.Of(q.fields, view.FieldTitle)
	q.by = tip.NewSelect(titles, f.dialogs.Tips(), nil)
	q.by.SetSelectedIndex(0)
	q.which = tip.NewSelect(choices, f.dialogs.Tips(), func(choice string) {
		input.Show(q.by, choice == q.each)
	})
	q.which.SetSelectedIndex(0)
	switch {
	case chosen.Tabs:
		q.which.SetSelected(q.all)
	case chosen.By != (query.Field{}):
		for i, field := range q.fields {
			if field == chosen.By {
				q.which.SetSelected(q.each)
				q.by.SetSelectedIndex(i)
			}
		}
	}
	return q
}

// usual returns what is exported if a person chooses nothing: all pivots of a dashboard, or else what is on the screen.
func (f *Files) usual() session.Sheets { return session.Sheets{Tabs: f.table.State().Dashboard} }

// row returns the widgets of the question, for a form.
func (q *sheets) row() fyne.CanvasObject { return container.NewGridWithRows(1, q.which, q.by) }

// chosen returns the answer. The zero value means what is on the screen.
func (q *sheets) chosen() session.Sheets {
	switch {
	case q.which.Selected == q.all:
		return session.Sheets{Tabs: true}
	case q.which.Selected == q.each:
		return session.Sheets{By: q.fields[q.by.SelectedIndex()]}
	}
	return session.Sheets{}
}

// checkSheets returns an error if a format cannot hold the chosen pivots.
func checkSheets(f export.Format, of session.Sheets) error {
	if of != (session.Sheets{}) && !f.HoldsSeveral() {
		return errors.New(lang.L("{{.Format}} holds one pivot: export to Excel or to a web page, or choose this pivot",
			lang.With{"Format": lang.L(f.Title)}))
	}
	return nil
}
