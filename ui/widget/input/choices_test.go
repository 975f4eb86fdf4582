package input

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

// TestChoicesKeepTheMark walks to an option that asks while the figures beside the options arrive.
func TestChoicesKeepTheMark(t *testing.T) {
	test.NewTempApp(t)
	options := []Option{{Text: "As it is"}, {Text: "Thousands"}, {Text: "Own…", Asks: true}}
	var chosen []int
	c := NewChoices(300, func(i int) { chosen = append(chosen, i) })
	c.Set(options, 0)
	c.TypedKey(&fyne.KeyEvent{Name: fyne.KeyRight})
	c.Set(options, 1)
	c.TypedKey(&fyne.KeyEvent{Name: fyne.KeyRight})
	options[0].Detail = "1,234"
	c.Set(options, 1)
	c.TypedKey(&fyne.KeyEvent{Name: fyne.KeySpace})
	if len(chosen) != 2 || chosen[0] != 1 || chosen[1] != 2 {
		t.Errorf("chose %v, want [1 2]", chosen)
	}
	if c.Set(options, 0); c.marked != 0 {
		t.Errorf("another choice leaves the mark at %d", c.marked)
	}
}
