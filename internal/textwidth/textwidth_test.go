package textwidth

import (
	"testing"

	"github.com/mattn/go-runewidth"
)

// TestOf measures texts as in a Japanese locale.
func TestOf(t *testing.T) {
	was := *runewidth.DefaultCondition
	t.Cleanup(func() { *runewidth.DefaultCondition = was })
	runewidth.DefaultCondition.EastAsianWidth = true
	for text, want := range map[string]int{"": 0, "Bonn": 4, "Αθήνα": 5, "Омск": 4, "−2": 2, "──": 2, "…": 1, "大阪": 4,
		"e\u0301": 1, "👩‍🚀": 2} {
		if got := Of(text); got != want {
			t.Errorf("%q has the width %d, and not %d", text, got, want)
		}
	}
}
