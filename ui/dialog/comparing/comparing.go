package comparing

import (
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"cardinal/data"
	"cardinal/ui/dialog/dialogs"
	"cardinal/ui/look/lang"
	"cardinal/ui/widget/input"
)

// Question says what can be compared.
type Question struct {
	Title string
	Says  string // which versions are compared, if the title does not say so
	Table *data.Table
	Pivot bool // the tab has a pivot, whose figures are suggested first

	Figures func()              // compares the figures; nil: only rows can be compared
	Rows    func(keys []string) // compares the rows by key columns; nil: by all columns
}

// The choices of what to compare.
var (
	figures = lang.Key("The figures of the pivot, side by side")
	rows    = lang.Key("The rows: which were added, removed or changed")
)

// Ask asks what to compare, and then compares it.
func Ask(d *dialogs.Stack, q Question) {
	ticks := widget.NewCheckGroup(data.Names(q.Table.Columns), nil)
	ticks.Selected = likelyKeys(q.Table)
	keys := container.NewBorder(input.Wrapped(lang.L("Tick the columns that tell which rows are the same, such as the "+
		"number of an order. Without a tick, rows are the same if all of their columns are equal.")), nil, nil, nil,
		container.NewVScroll(ticks))
	top := container.NewVBox()
	if q.Says != "" {
		top.Add(input.Wrapped(q.Says))
	}
	compare := input.NewButton(lang.L("Compare"), nil)
	var what *widget.RadioGroup
	if q.Figures != nil {
		what = widget.NewRadioGroup([]string{lang.L(figures), lang.L(rows)}, func(now string) {
			input.Show(keys, now == lang.L(rows))
		})
		what.Required = true
		what.SetSelected(lang.L(rows))
		if q.Pivot {
			what.SetSelected(lang.L(figures))
		}
		top.Add(what)
	}
	hide := d.Edit(q.Title, container.NewBorder(top, nil, nil, nil, keys), compare, 520, 480, compare)
	compare.OnTapped = func() {
		hide()
		if what != nil && what.Selected == lang.L(figures) {
			q.Figures()
			return
		}
		q.Rows(append([]string(nil), ticks.Selected...))
	}
}

// likelyKeys returns the first column whose values look as if each belonged to one row, or nil.
func likelyKeys(t *data.Table) []string {
	for _, c := range t.Columns {
		if c.IsIdentifier() && c.Nulls == 0 && c.Max-c.Min >= int64(t.Rows)-1 ||
			c.Type == data.Text && c.Nulls == 0 && len(c.Dict.Values) == t.Rows {
			return []string{c.Name}
		}
	}
	return nil
}
