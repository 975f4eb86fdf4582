package menu

import (
	"cmp"
	"slices"

	"fyne.io/fyne/v2"

	"cardinal/data"
	"cardinal/engine/query"
	"cardinal/ui/state/view"
)

// formatItem returns the choices of number formats for measure i of column c, each with an example.
func (ms *Menus) formatItem(i int, m query.Measure, c *data.Column) *fyne.MenuItem {
	codes, sample := view.NumberFormats(m, c)
	to := func(text, code string) *fyne.MenuItem {
		next := m
		next.Number = code
		return choice(text, m.Number == code, ms.measureSetter(i, next))
	}
	items := []*fyne.MenuItem{to("As in the file", ""), fyne.NewMenuItemSeparator()}
	for _, code := range codes {
		if example, err := view.InFormat(sample, code); err == nil {
			items = append(items, to(example+"    "+code, code))
		}
	}
	other := m.Number != "" && !slices.Contains(codes, m.Number)
	items = append(items, fyne.NewMenuItemSeparator(), choice("Another format…", other, func() {
		ms.askFormat(i, m, codes[0], sample)
	}))
	return child("Number format", items...)
}

// askFormat asks for a number format, and shows a sample in that format.
func (ms *Menus) askFormat(i int, m query.Measure, usual string, sample data.Value) {
	text := cmp.Or(m.Number, usual)
	help := `As in Excel: #,##0.00 has two decimals and commas between thousands, a comma at the end divides by 1,000, % shows a share. ` +
		`Texts stand in quotes: 0.0,, "M". Negative numbers have their own format after a semicolon: 0.00;(0.00).`
	preview := func(code string) (string, error) {
		example, err := view.InFormat(sample, code)
		return "For example " + example, err
	}
	ms.dialogs.AskPreviewed("Number format of "+m.Title(), text, help, preview, func(code string) {
		m.Number = code
		ms.measureSetter(i, m)()
	})
}
