package menu

import (
	"cmp"

	"fyne.io/fyne/v2"

	"cardinal/data"
	"cardinal/engine/query"
	"cardinal/ui/look/lang"
	"cardinal/ui/state/view"
)

// formatItem returns the choices of number formats for measure i of column c. Each has an example: a figure of the
// answer if there is one.
func (ms *Menus) formatItem(i int, m query.Measure, c *data.Column) *fyne.MenuItem {
	offered, sample := view.NumberFormats(m, c)
	plain := ""
	if a := ms.Answer(); a != nil {
		if v, text := a.Sample(m); text != "" {
			sample, plain = v, apart+text
		}
	}
	to := func(text, code string) *fyne.MenuItem {
		next := m
		next.Number = code
		return choice(text, m.Number == code, ms.measureSetter(i, next))
	}
	items, own := []*fyne.MenuItem{to(lang.L("As in the file")+plain, "")}, m.Number != ""
	var more []*fyne.MenuItem
	for _, f := range offered {
		own = own && m.Number != f.Code
		example, err := view.InFormat(sample, f.Code)
		switch {
		case err != nil:
		case f.Name != "":
			items = append(items, to(lang.L(f.Name)+apart+example, f.Code))
		default:
			more = append(more, to(example+apart+f.Code, f.Code))
		}
	}
	ask := choice(lang.L("Own…"), own, func() { ms.askFormat(i, m, offered[0].Code, sample) })
	return Child(lang.L("Number format"), append(items, ask, marked(lang.L("More"), more))...)
}

// askFormat asks for a number format, and shows a sample in that format.
func (ms *Menus) askFormat(i int, m query.Measure, usual string, sample data.Value) {
	text := cmp.Or(m.Number, usual)
	help := lang.L(
		`As in Excel: #,##0.00 has two decimals and commas between thousands, a comma at the end divides by ` +
			`1,000, % shows a share. Texts stand in quotes: 0.0,, "M". Negative numbers have their own format after a ` +
			`semicolon: 0.00;(0.00).`)
	preview := func(code string) (string, error) {
		example, err := view.InFormat(sample, code)
		return lang.L("For example {{.Example}}", lang.With{"Example": example}), err
	}
	of := lang.With{"Measure": view.MeasureTitle(m)}
	ms.dialogs.AskPreviewed(lang.L("Number format of {{.Measure}}", of), text, help,
		preview, func(code string) {
			m.Number = code
			ms.measureSetter(i, m)()
		})
}
