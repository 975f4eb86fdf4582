package files

import (
	"fmt"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"cardinal/engine/query"
	"cardinal/export"
	"cardinal/internal/each"
	"cardinal/ui/state/session"
	"cardinal/ui/widget/tip"
)

// The choices of sheets.
const (
	thisPivot = "This pivot"
	theseRows = "These rows"
	allTabs   = "All tabs, a sheet for each"
	eachLabel = "A sheet for each label of"
)

// sheets asks which pivots a workbook gets.
type sheets struct {
	which, by *tip.Select
	fields    []query.Field
}

// askSheets returns the question with a first answer. It returns nil if there is no choice.
func (f *Files) askSheets(chosen session.Sheets) *sheets {
	choices := []string{thisPivot}
	if f.window.Rows() != nil {
		choices[0] = theseRows
	}
	pivots, tabs := 0, f.table.Tabs()
	for _, t := range tabs {
		if !t.State.Empty() {
			pivots++
		}
	}
	if len(tabs) > 1 && pivots > 0 {
		choices = append(choices, allTabs)
	}
	q := &sheets{fields: f.table.PageFields()}
	if f.window.Rows() == nil && len(q.fields) > 0 {
		choices = append(choices, eachLabel)
	}
	if len(choices) == 1 {
		return nil
	}
	titles := each.Of(q.fields, query.Field.Title)
	q.by = tip.NewSelect(titles, f.dialogs.Tips(), nil)
	q.by.SetSelectedIndex(0)
	q.which = tip.NewSelect(choices, f.dialogs.Tips(), func(choice string) {
		if choice == eachLabel {
			q.by.Show()
		} else {
			q.by.Hide()
		}
	})
	q.which.SetSelectedIndex(0)
	switch {
	case chosen.Tabs:
		q.which.SetSelected(allTabs)
	case chosen.By != (query.Field{}):
		for i, field := range q.fields {
			if field == chosen.By {
				q.which.SetSelected(eachLabel)
				q.by.SetSelectedIndex(i)
			}
		}
	}
	return q
}

// row returns the question for a form.
func (q *sheets) row() fyne.CanvasObject { return container.NewGridWithRows(1, q.which, q.by) }

// chosen returns the answer. The zero value means what is on the screen.
func (q *sheets) chosen() session.Sheets {
	switch {
	case q == nil:
	case q.which.Selected == allTabs:
		return session.Sheets{Tabs: true}
	case q.which.Selected == eachLabel:
		return session.Sheets{By: q.fields[q.by.SelectedIndex()]}
	}
	return session.Sheets{}
}

// checkSheets returns an error if a format cannot hold the chosen pivots.
func checkSheets(f export.Format, of session.Sheets) error {
	if of != (session.Sheets{}) && !f.HoldsSeveral() {
		return fmt.Errorf("%s holds one pivot: export to Excel, or choose one sheet", f.Title)
	}
	return nil
}
