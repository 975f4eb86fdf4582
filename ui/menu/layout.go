package menu

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"cardinal/engine/query"
	"cardinal/ui/look/lang"
	"cardinal/ui/state/view"
)

// Layout returns the items that change the layout of the answer.
func (ms *Menus) Layout() []*fyne.MenuItem {
	s := ms.State()
	totals := s.Layout.Totals
	show := func(text string, shown, rows, cols bool) *fyne.MenuItem {
		return ms.layoutItem(text, shown, func(l *query.Layout) { l.Totals = query.TotalsOf(rows, cols) })
	}
	values := Child(lang.L("Values"),
		ms.layoutItem(lang.L("Beside each other"), !s.Layout.ValuesOnRows,
			func(l *query.Layout) { l.ValuesOnRows = false }),
		ms.layoutItem(lang.L("Below each other"), s.Layout.ValuesOnRows,
			func(l *query.Layout) { l.ValuesOnRows = true }))
	values.Disabled = len(s.Measures()) < 2
	unfold := fyne.NewMenuItem(lang.L("Unfold all"), func() { ms.Edit(view.State.UnfoldAll) })
	unfold.Shortcut = level(fyne.KeyA)
	return []*fyne.MenuItem{
		fyne.NewMenuItem(lang.L("Title…"), ms.AskTitle),
		fyne.NewMenuItemSeparator(),
		show(lang.L("Row of totals"), totals.HasCols(), totals.HasRows(), !totals.HasCols()),
		show(lang.L("Column of totals"), totals.HasRows(), !totals.HasRows(), totals.HasCols()),
		ms.subtotalsItem(),
		Child(lang.L("Place of totals"),
			ms.layoutItem(lang.L("Below and at the right"), !s.Layout.TotalsFirst,
				func(l *query.Layout) { l.TotalsFirst = false }),
			ms.layoutItem(lang.L("Above and at the left"), s.Layout.TotalsFirst,
				func(l *query.Layout) { l.TotalsFirst = true })),
		fyne.NewMenuItemSeparator(),
		values,
		ms.layoutItem(lang.L("Compact rows"), s.Layout.Compact, func(l *query.Layout) { l.Compact = !l.Compact }),
		ms.layoutItem(lang.L("Repeat row labels"), s.Layout.RepeatLabels,
			func(l *query.Layout) { l.RepeatLabels = !l.RepeatLabels }),
		ms.layoutItem(lang.L("Show empty combinations"), s.Layout.ShowEmpty,
			func(l *query.Layout) { l.ShowEmpty = !l.ShowEmpty }),
		ms.noRowsItem(),
		ms.allMarksItem(),
		fyne.NewMenuItemSeparator(),
		ms.foldItem(lang.L("Fold rows to"), view.Rows),
		ms.foldItem(lang.L("Fold columns to"), view.Cols),
		unfold,
	}
}

// layoutItem returns an item that changes the layout. It has a check mark if `so` is true: the layout already has this
// setting.
func (ms *Menus) layoutItem(text string, so bool, change func(*query.Layout)) *fyne.MenuItem {
	return choice(text, so, ms.editing(func(s view.State) view.State { return s.Lay(change) }))
}

// noRowsItem returns the choices of the text in cells that no row belongs to.
func (ms *Menus) noRowsItem() *fyne.MenuItem {
	now := ms.State().Layout.NoRows
	to := func(text, chosen string) *fyne.MenuItem {
		return ms.layoutItem(text, now == chosen, func(l *query.Layout) { l.NoRows = chosen })
	}
	other := !slices.Contains([]string{"", "0", "–"}, now)
	return Child(lang.L("Cells without rows"), to(lang.L("Blank"), ""), to("0", "0"), to("–", "–"),
		choice(lang.L("Another text…"), other, func() {
			ask(ms, lang.L("Cells that no row belongs to"), lang.L("Text"), now, func(text string) (string, error) {
				return text, query.CheckNoRows(text)
			}, func(text string) {
				ms.Edit(func(s view.State) view.State { return s.Lay(func(l *query.Layout) { l.NoRows = text }) })
			})
		}))
}

// subtotalsItem returns the choices to show or hide the subtotals of all fields or of one.
func (ms *Menus) subtotalsItem() *fyne.MenuItem {
	s := ms.State()
	fields := slices.Concat(s.Levels(view.Rows), s.Levels(view.Cols))
	shown := 0
	var each []*fyne.MenuItem
	for _, f := range fields {
		if s.Layout.Subtotals(f) {
			shown++
		}
		each = append(each, ms.subtotalItem(lang.L("Of {{.Field}}", lang.With{"Field": view.FieldTitle(f)}), f))
	}
	all := func(text string, chosen, show bool) *fyne.MenuItem {
		return choice(text, chosen, ms.editing(func(s view.State) view.State { return s.Subtotal(show, fields...) }))
	}
	items := []*fyne.MenuItem{all(lang.L("All"), shown == len(fields), true), all(lang.L("None"), shown == 0, false),
		fyne.NewMenuItemSeparator()}
	item := Child(lang.L("Subtotals"), append(items, each...)...)
	item.Disabled = len(fields) == 0
	return item
}

// subtotalItem returns an item that shows or hides the subtotals of a field.
func (ms *Menus) subtotalItem(text string, f query.Field) *fyne.MenuItem {
	shown := ms.State().Layout.Subtotals(f)
	return choice(text, shown, ms.editing(func(s view.State) view.State { return s.Subtotal(!shown, f) }))
}

// foldItem returns the choices to fold all labels of one field of a shelf. For Rows, the choices have keyboard
// shortcuts.
func (ms *Menus) foldItem(text string, on view.Shelf) *fyne.MenuItem {
	s := ms.State()
	var items []*fyne.MenuItem
	for i, f := range s.Levels(on) {
		item := choice(view.FieldTitle(f), s.FoldedTo(on, f),
			ms.editing(func(s view.State) view.State { return s.FoldTo(on, f) }))
		if keys := []fyne.KeyName{fyne.Key1, fyne.Key2, fyne.Key3, fyne.Key4, fyne.Key5}; on == view.Rows &&
			i < len(keys) {
			item.Shortcut = level(keys[i])
		}
		items = append(items, item)
	}
	item := Child(text, items...)
	item.Disabled = len(items) == 0
	return item
}

// level returns the shortcut for a level of an outline. It is the same as in word processors: Alt+Shift and the level.
func level(key fyne.KeyName) fyne.Shortcut {
	return &desktop.CustomShortcut{KeyName: key, Modifier: fyne.KeyModifierAlt | fyne.KeyModifierShift}
}

// subtotalSetting returns the choices to show or hide the subtotals of a field, and those of their function.
func (ms *Menus) subtotalSetting(f query.Field) *fyne.MenuItem {
	shown, now := ms.State().Layout.Subtotals(f), ms.State().Layout.SubtotalBy(f)
	to := func(text string, by query.Func) *fyne.MenuItem {
		return choice(text, shown && now == by,
			ms.editing(func(s view.State) view.State { return s.SubtotalBy(f, by) }))
	}
	var functions []*fyne.MenuItem
	for _, by := range query.SubtotalFuncs {
		functions = append(functions, to(lang.L(by.Title()), by))
	}
	return Child(lang.L("Subtotals"), to(lang.L("Shown"), ""), choice(lang.L("Hidden"), !shown,
		ms.editing(func(s view.State) view.State { return s.Subtotal(false, f) })),
		marked(lang.L("Another function"), functions))
}

// totalsSetting returns the choices to show the totals of measure i, or to leave them blank.
func (ms *Menus) totalsSetting(i int, m query.Measure) *fyne.MenuItem {
	to := func(text string, blank bool) *fyne.MenuItem {
		next := m
		next.NoTotals = blank
		return choice(text, m.NoTotals == blank, ms.measureSetter(i, next))
	}
	return Child(lang.L("Totals"), to(lang.L("Shown"), false), to(lang.L("Hidden"), true))
}

// levelItems returns an item that folds the labels of key i of Rows or Columns. It returns no item for the innermost
// key.
func (ms *Menus) levelItems(on view.Shelf, i int) []*fyne.MenuItem {
	s := ms.State()
	levels := s.Levels(on)
	if i >= len(levels) {
		return nil
	}
	f := levels[i]
	return []*fyne.MenuItem{
		choice(lang.L("Fold to this level"), s.FoldedTo(on, f),
			ms.editing(func(s view.State) view.State { return s.FoldTo(on, f) })),
	}
}
