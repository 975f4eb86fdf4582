package filedialog

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"cardinal/ui/widget/input"
)

// headLayout places the headings above the columns of the list.
type headLayout struct{}

// MinSize implements fyne.Layout.
func (headLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(iconWidth+120+sizeWidth+dateWidth, o[0].MinSize().Height)
}

// Layout implements fyne.Layout.
func (headLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	x := float32(iconWidth)
	for i, w := range []float32{size.Width - iconWidth - sizeWidth - dateWidth, sizeWidth, dateWidth} {
		input.Place(o[i], x, 0, w, size.Height)
		x += w
	}
}

// sort sorts the list by a column, sizes and dates from the greatest on. If the list is sorted by this column already,
// sort reverses the order.
func (a *asking) sort(by order) {
	if by == a.by {
		a.desc = !a.desc
	} else {
		a.by, a.desc = by, by != byName
	}
	a.head()
	a.show("")
}

// head shows on the headings how the list is sorted.
func (a *asking) head() {
	for i, h := range a.heads {
		switch {
		case order(i) != a.by:
			h.SetIcon(nil)
		case a.desc:
			h.SetIcon(theme.MenuDropDownIcon())
		default:
			h.SetIcon(theme.MenuDropUpIcon())
		}
	}
}
