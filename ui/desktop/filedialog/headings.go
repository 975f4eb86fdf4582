package filedialog

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
)

// headLayout places the headings over the columns of the list.
type headLayout struct{}

// MinSize implements fyne.Layout.
func (headLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(iconWidth+120+sizeWidth+dateWidth, o[0].MinSize().Height)
}

// Layout implements fyne.Layout.
func (headLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	x := float32(iconWidth)
	for i, w := range []float32{size.Width - iconWidth - sizeWidth - dateWidth, sizeWidth, dateWidth} {
		o[i].Move(fyne.NewPos(x, 0))
		o[i].Resize(fyne.NewSize(w, size.Height))
		x += w
	}
}

// sort sorts by a column, or reverses the order if the column is sorted by already. Sizes and dates begin with the
// greatest.
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
