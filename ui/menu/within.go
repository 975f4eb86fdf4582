package menu

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"cardinal/ui/look/lang"
)

// Within returns items whose menus are all at most a given height. The last items of a higher menu move into a submenu,
// More entries. They could not be reached by keys otherwise, since the toolkit does not scroll a menu to its active
// item.
func Within(height float32, items []*fyne.MenuItem) []*fyne.MenuItem {
	for _, item := range items {
		if item.ChildMenu != nil {
			item.ChildMenu.Items = Within(height, item.ChildMenu.Items)
		}
	}
	high := func(items ...*fyne.MenuItem) bool {
		return widget.NewMenu(fyne.NewMenu("", items...)).MinSize().Height > height
	}
	if len(items) < 3 || !high(items...) {
		return items
	}
	more := Child(lang.L("More entries"))
	n := len(items) - 1
	for n > 1 && high(append(slices.Clone(items[:n]), more)...) {
		n--
	}
	first, rest := items[:n:n], items[n:]
	for len(first) > 1 && first[len(first)-1].IsSeparator {
		first = first[:len(first)-1]
	}
	for len(rest) > 1 && rest[0].IsSeparator {
		rest = rest[1:]
	}
	return append(first, marked(more.Label, Within(height, rest)))
}
