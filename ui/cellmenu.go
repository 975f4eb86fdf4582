package ui

import (
	"slices"

	"fyne.io/fyne/v2"

	"cardinal/engine/explain"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
	"cardinal/ui/dialog/explained"
	"cardinal/ui/look/lang"
	"cardinal/ui/menu"
	"cardinal/ui/state/session"
)

// openMenu opens the menu of a cell. If the row of the cell is not in order yet, the menu opens after the rows are
// ordered.
func (r *result) openMenu(row, col int, at fyne.Position) {
	if a := r.answer(); a != nil {
		r.await(a.LastRead(row, r.grid.Areas()...), func(*session.Answer) { r.popMenu(row, col, at) })
	} else {
		r.popMenu(row, col, at)
	}
}

// popMenu opens the menu of a cell whose row is already in order.
func (r *result) popMenu(row, col int, at fyne.Position) {
	var items, behind []*fyne.MenuItem
	if a := r.answer(); a != nil {
		if a.Grid.Cell(row, col).Role != pivot.Note {
			behind = append(behind, menu.ItemWithKey(lang.L("Show the rows behind it"), fyne.KeyEnter, 0, func() {
				r.activate(row, col)
			}))
		}
		if m, ok := a.Grid.Measure(row, col); ok && a.Grid.Cell(row, col).Role == pivot.Body {
			behind = append(behind, fyne.NewMenuItem(lang.L("Explain this figure…"), func() {
				of := explain.Question{Measure: m, Other: r.selectedOther(a, row, col)}
				of.Row, of.Col = a.Grid.Nodes(row, col)
				r.w.explain(of)
			}))
		}
		items = r.w.menus.CellItems(a, row, col, r.grid.Areas())
	} else if rows := r.listing(); rows != nil {

		items = menu.JoinGroups(r.orderItems(rows, col-1), r.w.menus.ListingItems(rows, row, col, r.grid.Selected(),
			r.rows != nil))
	}
	r.w.popUp(at, menu.JoinGroups(behind, items, []*fyne.MenuItem{
		menu.ItemWithKey(lang.L("Copy"), fyne.KeyC, fyne.KeyModifierShortcutDefault, func() { r.grid.Copy(false) }),
		menu.ItemWithKey(lang.L("Copy with headers"), fyne.KeyC, fyne.KeyModifierShortcutDefault|fyne.KeyModifierShift,
			func() { r.grid.Copy(true) }),
		r.w.copyAs(),
	})...)
}

// selectedOther returns the place of the second figure if exactly the given cell and one other figure are selected, or
// else nil.
func (r *result) selectedOther(a *session.Answer, row, col int) *explain.Place {
	var others []explain.Place
	own := false
	for _, area := range r.grid.Areas() {
		if (area.LastRow-area.FirstRow+1)*(area.LastCol-area.FirstCol+1) > 2 {
			return nil
		}
		for y := area.FirstRow; y <= area.LastRow; y++ {
			for x := area.FirstCol; x <= area.LastCol; x++ {
				if y == row && x == col {
					own = true
				} else if a.Grid.Cell(y, x).Role == pivot.Body {
					n, c := a.Grid.Nodes(y, x)
					others = append(others, explain.Place{Row: n, Col: c})
				}
			}
		}
	}
	if !own || len(others) != 1 {
		return nil
	}
	return &others[0]
}

// explain says in a dialog which labels make a figure what it is. The question may name a second figure to compare
// with. If it does not, explain compares with the figure of the label before, if there is one.
func (w *window) explain(of explain.Question) {
	if of.Other == nil {
		of.Other = w.session.FigureBefore(of)
	}
	w.explainBeside(of)
}

// offeredPlaces is how many figures on each side of a figure are offered to compare it with.
const offeredPlaces = 50

// explainBeside explains a figure in a dialog. The dialog offers other figures to compare with. A click on a line of
// the dialog opens the pivot behind that line in a new tab.
func (w *window) explainBeside(of explain.Question) {
	w.session.Explain(of, func(a *session.Answer, x *explain.Explanation) {
		choices := explained.Choices{Others: []string{lang.L("Nothing")},
			Open: func(by query.Field) { w.session.PivotExplained(a, x, by) }}
		places := []*explain.Place{nil}
		offer := func(p explain.Place) {
			if name := explain.PlaceText(a.Tab, p); !slices.Contains(choices.Others, name) {
				choices.Others, places = append(choices.Others, name), append(places, &p)
			}
			if of.Other != nil && p == *of.Other {
				choices.Chosen = explain.PlaceText(a.Tab, p)
			}
		}
		for _, p := range explain.Places(a.Tab, of.Row, of.Col, offeredPlaces) {
			offer(p)
		}
		if of.Other == nil {
			choices.Chosen = choices.Others[0]
		} else if choices.Chosen == "" {
			offer(*of.Other)
		}
		choices.Choose = func(i int) {
			of.Other = places[i]
			w.explainBeside(of)
		}
		explained.Show(w.dialogs, x, choices)
	})
}

// listing returns the rows on the grid, or nil if a pivot is there.
func (r *result) listing() *session.Rows {
	if r.rows != nil || r.w.session.Answer() != nil {
		return r.rows
	}
	return r.w.session.Whole()
}

// orderItems returns the menu items that sort listed rows by a column of the table.
func (r *result) orderItems(rows *session.Rows, col int) []*fyne.MenuItem {
	if col < 0 {
		return nil
	}
	to := func(text string, order session.RowSort) *fyne.MenuItem {
		item := fyne.NewMenuItem(text, func() { r.w.session.OrderRows(rows, order) })
		item.Checked = rows.Sort == order
		return item
	}
	return []*fyne.MenuItem{
		to(lang.L("Sort ascending"), session.RowSort{Col: col}), to(lang.L("Sort descending"), session.RowSort{Col: col,
			Desc: true}),
		to(lang.L("In the order of the file"), session.RowSort{Col: -1}),
	}
}

// noLabel is the message for a selection without a label, e.g. a total.
const noLabel = "Totals and Others have no label of their own: select labels, or figures beside them."

// withLabels calls `do` with the labels of the selection. The labels of a selected figure are those of its row. If the
// selection has no label, the window says so.
func (r *result) withLabels(a *session.Answer, row, col int, do func(l session.Labels)) {
	areas := r.grid.Areas()
	r.await(a.LastRead(row, areas...), func(a *session.Answer) {
		if all := a.Labels(row, col, areas...); len(all) > 0 {
			do(all[0])
		} else {
			r.w.status.say(session.Message{Text: lang.L(noLabel)})
		}
	})
}

// withMarks calls `do` with the labels of the chosen marks if the chart has the keyboard focus. It reports whether the
// chart has the focus.
func (r *result) withMarks(do func(l session.Labels)) bool {
	if r.w.win.Canvas().Focused() != fyne.Focusable(r.chart.chart) {
		return false
	}
	if all := r.chart.labels(); len(all) > 0 {
		do(all[0])
	} else {
		r.w.status.say(session.Message{Text: lang.L(noLabel)})
	}
	return true
}

// keepSelected keeps only the selected labels or values, or excludes them.
func (r *result) keepSelected(exclude bool) {
	keep := func(l session.Labels) { r.w.menus.KeepLabels(l, exclude) }
	row, col, ok := r.grid.Active()
	if r.withMarks(keep) || !ok {
		return
	}
	if a := r.answer(); a != nil {
		r.withLabels(a, row, col, keep)
	} else if rows := r.listing(); rows != nil {
		if l, _, ok := rows.Labels(row, col, r.grid.Selected()); ok {
			keep(l)
		}
	}
}

// groupSelected asks for the name of a group of the selected labels.
func (r *result) groupSelected() {
	row, col, ok := r.grid.Active()
	a := r.answer()
	if !r.withMarks(r.w.menus.GroupLabels) && ok && a != nil {
		r.withLabels(a, row, col, r.w.menus.GroupLabels)
	}
}
