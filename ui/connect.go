package ui

import (
	"fyne.io/fyne/v2"

	"cardinal/data"
	"cardinal/engine/query"
	"cardinal/internal/each"
	"cardinal/ui/dialog/chipform"
	"cardinal/ui/look/lang"
	"cardinal/ui/state/edit"
	"cardinal/ui/state/session"
	"cardinal/ui/state/view"
	"cardinal/ui/widget/shelf"
)

// connect connects the list of fields, the shelves and the drag layer to the editor and the menus.
func (w *window) connect() {
	w.fields.OnAdd = w.editor.AppendAll
	w.fields.OnNew = w.newCalculatedField
	w.fields.SetPointed(func() bool { return w.pointed })
	w.fields.OnEdit = w.editor.EditLet
	w.fields.OnRemove = w.editor.RemoveLet
	w.fields.OnDefault = w.editor.AddDefault
	w.fields.OnForesee = w.foreseeFields
	w.fields.OnMenu = func(columns []string, at fyne.Position) {
		items := append(w.menus.Fields(columns...), fyne.NewMenuItemSeparator(),
			fyne.NewMenuItem(lang.L("What it would cost…"), func() { w.foreseeFields(columns) }),
			fyne.NewMenuItem(lang.L("Data quality…"), func() { w.askQuality(columns) }))
		w.popUp(at, items...)
	}
	w.fields.OnDragged = func(fields []shelf.Field, ev *fyne.DragEvent) {
		w.layer.Dragged(ev, func() (any, fyne.CanvasObject) {
			columns := each.Of(fields, func(f shelf.Field) string { return f.Name })
			return edit.Fields{Columns: columns}, shelf.Ghost(shelf.ItemOf(fields...))
		})
	}
	w.fields.OnDragEnd = w.layer.End
	for _, on := range view.Shelves {
		w.connectShelf(on, w.shelves.On[on])
	}
	w.connectSlicers()
	w.layer.OnBegin = func() { w.win.Canvas().Unfocus() } // Esc then reaches the window
	w.layer.OnOutside = func(payload any) {
		if c, ok := payload.(edit.Chip); ok {
			w.editor.Remove(c.From, c.I)
		}
	}
}

// connectSlicers lets the pinned filters change which rows pass.
func (w *window) connectSlicers() {
	edit := func(f query.Field, change func(s view.State, i int) view.State) {
		w.editor.Edit(func(s view.State) view.State {
			if i := s.PinOf(f); i >= 0 {
				return change(s, i)
			}
			return s
		})
	}
	w.slicers.OnToggle = func(f query.Field, label data.Value) {
		edit(f, func(s view.State, i int) view.State { return s.ToggleLabel(i, label) })
	}
	w.slicers.OnSearch = func(c session.Choices, text string, then func([]uint32)) {
		w.session.SearchSlicer(c, session.Search{Text: text}, then)
	}
	w.slicers.OnClear = func(f query.Field) {
		edit(f, func(s view.State, i int) view.State { return s.SetFilter(i, s.Filters[i].Cleared()) })
	}
	w.slicers.OnUnpin = func(f query.Field) {
		edit(f, func(s view.State, i int) view.State { return s.Pin(i, false) })
	}
}

func (w *window) connectShelf(on view.Shelf, s *shelf.Shelf) {
	s.OnOpen = func(i int, _ *shelf.Chip) { w.OpenForm(on, i) }
	s.OnMenu = func(i int, chip *shelf.Chip) { w.chipMenu(on, i, chip) }
	s.OnEdit = func(i int, _ *shelf.Chip) { w.editChip(on, i) }
	s.OnRemove = func(i int) { w.editor.Remove(on, i) }
	s.OnMove = func(i int, by fyne.KeyName) { w.editor.MoveByKey(on, i, by) }
	s.OnHover = func(i int, chip *shelf.Chip, in bool) { w.chipTip(on, i, chip, in) }
	s.OnDragged = func(i int, ev *fyne.DragEvent) {
		w.layer.Dragged(ev, func() (any, fyne.CanvasObject) {
			return edit.Chip{From: on, I: i}, shelf.Ghost(s.Chips()[i].Item())
		})
	}
	s.OnDragEnd = w.layer.End
	s.Takes = func(payload any) bool { return w.editor.Takes(on, payload) }
	s.OnDrop = func(payload any, before int) { w.editor.Drop(on, payload, before) }
	s.OnOver = func(payload any, before int) { w.hover(on, payload, before) }
	s.OnOut = w.endHover
	s.OnBare = w.fields.Focus
	w.layer.AddZone(s)
}

// chipMenu opens the menu of a chip below it.
func (w *window) chipMenu(on view.Shelf, i int, chip *shelf.Chip) {
	w.tip.Hide()
	w.popUp(w.app.Driver().AbsolutePositionForObject(chip).AddXY(0, chip.Size().Height+2), w.menus.ChipItems(on, i)...)
}

// figuresWidth is the width of the figures that an open form leaves uncovered if the window is wide enough.
const figuresWidth = 600

// OpenForm opens the form of a chip beside the figures. For a chip of a filter, it opens the editor of the filter. Esc
// undoes all changes that were made in the form.
func (w *window) OpenForm(on view.Shelf, i int) {
	w.tip.Hide()
	if on == view.Filters {
		w.editor.EditFilter(i)
		return
	}
	chip, end := w.shelves.On[on].Chips()[i], w.session.Try()
	w.FocusChip(on, i)
	driver := w.app.Driver()
	at := driver.AbsolutePositionForObject(w.slicers.Object()).AddXY(figuresWidth, 0)
	at.X = max(at.X, driver.AbsolutePositionForObject(chip).X)
	w.renewForm = chipform.Open(w.dialogs, at, func() (string, []*fyne.MenuItem) {
		if i >= w.session.State().Len(on) {
			return "", nil
		}
		return w.session.State().Title(on, i), w.menus.Settings(on, i)
	}, func() { w.chipMenu(on, i, chip) }, func(keep bool) {
		w.renewForm = func() {}
		end(keep)
		w.FocusChip(on, i)
	})
}

// chipTip describes a chip and what can be done with it, while the pointer rests on it.
func (w *window) chipTip(on view.Shelf, i int, chip *shelf.Chip, in bool) {
	if !in || w.layer.Active() {
		w.tip.Hide()
		return
	}
	text := chip.Item().Text
	for _, r := range w.fields.Rows() {
		switch f := r.Field(); f.Name {
		case text:
			text = f.Detail // the detail begins with the name
		case w.session.State().ColumnOf(on, i):
			text += "\n" + f.Detail
		}
	}
	if on == view.Rows || on == view.Cols {
		text += w.session.State().KeptSentence(on, i)
	}
	if on == view.Values {
		text += w.session.State().MeasureSentence(i)
	}
	text += "\n" + lang.L("Click to change it, drag it elsewhere, or take it off with the cross or Delete. The other "+
		"mouse button has its menu.")
	w.tip.Show(text, w.app.Driver().AbsolutePositionForObject(chip), chip.Size().Height)
}

// editChip opens the editor of a formula, the renaming of another measure, or the form of any other chip.
func (w *window) editChip(on view.Shelf, i int) {
	switch {
	case on == view.Values && w.session.State().Values[i].Func == query.Formula:
		w.editor.EditFormula(i)
	case on == view.Values:
		w.editor.Rename(i)
	default:
		w.OpenForm(on, i)
	}
}

// BeforeEdit starts the clock that ends when the result of an edit is on the screen, and removes an obsolete message.
func (w *window) BeforeEdit() {
	w.clock.startEdit()
	w.status.clearInfo()
	w.unmark()
}

// FocusChip gives the keyboard to a chip.
func (w *window) FocusChip(on view.Shelf, i int) { w.shelves.On[on].Focus(i) }

// showShelves shows the state on the shelves. The notes on chips use the answer if it belongs to this state.
func (w *window) showShelves() {
	s, there := w.session.State(), (func([]view.At) int)(nil)
	baseless := func(int) bool { return false }
	absent := func(view.Shelf, int) string { return "" }
	if a := w.session.Answer(); a != nil && a.State.SameQuery(s) {
		there = a.Depth
		baseless = func(i int) bool { return !a.Tab.HasBase(i) }
		absent = a.Absent
	}
	for _, on := range view.Shelves {
		items := make([]shelf.Item, s.Len(on))
		for i := range items {
			// data.Int is the type of the count of rows, which has no column
			items[i] = shelf.Item{Kind: shelf.ShelfKind(on), Text: s.Title(on, i), Note: s.Note(on, i, there),
				Type: data.Int}
			if on == view.Values && baseless(i) {
				items[i].Note += " " + lang.L("there is no {{.Label}}",
					lang.With{"Label": s.Values[i].Show.Base.Label()})
			}
			if labels := absent(on, i); labels != "" {
				items[i].Note += " " + lang.L("there is no {{.Label}}", lang.With{"Label": labels})
			}
			if on == view.Filters {
				items[i].Type = s.Filters[i].Type
			} else if c := w.session.Column(s.ColumnOf(on, i)); c != nil {
				items[i].Type = c.Type
			}
		}
		w.shelves.On[on].SetItems(items)
	}
	w.shelves.Relayout()
}
