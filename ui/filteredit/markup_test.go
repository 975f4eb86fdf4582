package filteredit

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"cardinal/data"
	_ "cardinal/ui/locale" // before the toolkit is initialised
	"cardinal/ui/session"
	"cardinal/ui/theme"
	"cardinal/ui/view"
)

// TestMarkup holds the list of values and the range with a fault against files that people can read.
func TestMarkup(t *testing.T) {
	test.NewTempApp(t)
	test.ApplyTheme(t, theme.New(theme.Light))
	regions := []string{"Asia", "EU"}
	list := newChecklist(view.Filter{Column: "region", Values: []data.Value{data.TextValue("EU")}},
		session.Choices{Len: len(regions), At: func(i int) data.Value { return data.TextValue(regions[i]) }, Blank: true})
	list.root.Resize(fyne.NewSize(360, 260))
	test.AssertObjectRendersToMarkup(t, "list.xml", list.root)

	units := data.NewInts("units", data.Int, 0, []int64{5, 1200}, nil)
	f := view.NewFilter(units)
	f.Low, f.High = "9", "5"
	r := newRange(f, units, func() {})
	w := test.NewTempWindow(t, r.root)
	w.Resize(fyne.NewSize(360, 220))
	r.check() // the height of the fault is known once it has its width
	test.AssertRendersToMarkup(t, "range.xml", w.Canvas())
}
