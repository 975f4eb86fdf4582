package panel

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/theme"
)

// TestMarkup holds a section with a line of figures and a bar against a file that people can read.
func TestMarkup(t *testing.T) {
	range2to6 := newBar(barHeight, []segment{{0.2, 0.6, theme.ColorNamePrimary}}, 0.5)
	p := New()
	p.SetOpen([]string{"Groups"})
	o := p.section("Groups", func() *fyne.Container { return stack(5, pair("Found", "229"), range2to6) })
	o.Resize(fyne.NewSize(240, o.MinSize().Height))
	test.AssertObjectRendersToMarkup(t, "section.xml", o)
}
