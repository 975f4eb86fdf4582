package menu

import (
	"fmt"
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"
)

// TestWithin puts long menus into low windows: every item is there in its order, and no menu is higher than the window.
func TestWithin(t *testing.T) {
	test.NewTempApp(t)
	const height = 300
	var want []string
	long := func(of string, n int) (items []*fyne.MenuItem) {
		for i := range n {
			if i%4 == 3 {
				items = append(items, fyne.NewMenuItemSeparator())
			}
			text := fmt.Sprint(of, i)
			want = append(want, text)
			items = append(items, choice(text, i == n-1, nil))
		}
		return items
	}
	items := slices.Concat(long("a", 5), []*fyne.MenuItem{Child("inner", long("b", 30)...)}, long("c", 40))
	var got []string
	var walk func([]*fyne.MenuItem)
	walk = func(items []*fyne.MenuItem) {
		if h := widget.NewMenu(fyne.NewMenu("", items...)).MinSize().Height; h > height {
			t.Errorf("%d items are %v high", len(items), h)
		}
		if items[0].IsSeparator || items[len(items)-1].IsSeparator {
			t.Error("a separator stands at an end")
		}
		for _, item := range items {
			switch {
			case item.ChildMenu != nil:
				if item.Label == "More entries" && !item.Checked {
					t.Error("More entries has no mark of the item that is chosen in it")
				}
				walk(item.ChildMenu.Items)
			case !item.IsSeparator:
				got = append(got, item.Label)
			}
		}
	}
	walk(Within(height, items))
	if !slices.Equal(got, want) {
		t.Errorf("got %v", got)
	}
	if few := long("d", 3); len(Within(height, few)) != len(few) {
		t.Error("a short menu was cut")
	}
	if low := Within(1, long("e", 3)); len(low) != 2 {
		t.Errorf("a window without room: %d items", len(low))
	}
}
