package panel

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2/test"

	own "cardinal/ui/look/theme"
)

// TestSteadyWidth: no profile, however long its words, asks for another width than none at all.
func TestSteadyWidth(t *testing.T) {
	test.NewTempApp(t)
	test.ApplyTheme(t, own.New(own.Light))
	p := New()
	empty := p.Object().MinSize().Width
	long := sampled()
	long.Estimate.Method = strings.Repeat("a method with a long name ", 8)
	long.Reason = strings.Repeat("because ", 40)
	p.SetRecord(long, nil)
	if got := p.Object().MinSize().Width; got != empty {
		t.Errorf("the panel asks for a width of %v with a profile and %v without", got, empty)
	}
}
