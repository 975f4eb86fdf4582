package notice

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/theme"

	_ "cardinal/ui/look/locale" // before the toolkit is initialised
	own "cardinal/ui/look/theme"
)

// TestMarkup holds a notice with two buttons against a file that people can read.
func TestMarkup(t *testing.T) {
	test.NewTempApp(t)
	test.ApplyTheme(t, own.New(own.Light))
	o := New(theme.SearchIcon(), "No row passes the filters", "Loosen a filter, or take all of them off.",
		Action{Text: "Clear filters"}, Action{Text: "Go back"})
	o.Resize(fyne.NewSize(420, 240))
	test.AssertObjectRendersToMarkup(t, "notice.xml", o)
}
