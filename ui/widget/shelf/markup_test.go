package shelf

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"cardinal/data"
)

// TestMarkup holds what the widgets draw against files that people can read.
func TestMarkup(t *testing.T) {
	chip := NewChip(Item{Text: "Year of day", Kind: Dimension, Type: data.Date, Note: "↓"})
	test.AssertObjectRendersToMarkup(t, "chip.xml", chip)

	s := New("Values", "Drag a field here to add it up")
	s.Resize(fyne.NewSize(300, s.HeightFor(300)))
	test.AssertObjectRendersToMarkup(t, "empty.xml", s)
	s.SetItems([]Item{
		{Text: "Sum of revenue", Kind: Measure, Type: data.Decimal},
		{Text: "Average of units", Kind: Measure, Type: data.Int, Note: "↑"},
	})
	s.Resize(fyne.NewSize(300, s.HeightFor(300)))
	test.AssertObjectRendersToMarkup(t, "shelf.xml", s)

	f := NewFields(nil)
	f.SetFields([]Field{{Name: "region", Type: data.Text, Count: "12"}, {Name: "revenue", Type: data.Decimal}})
	f.SetUsed(map[string]bool{"region": true})
	f.Object().Resize(fyne.NewSize(200, 160))
	test.AssertObjectRendersToMarkup(t, "fields.xml", f.Object())
}
