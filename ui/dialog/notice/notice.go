package notice

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"cardinal/ui/widget/input"
)

// Action is a button of a notice.
type Action struct {
	Text string // the text of the button
	Do   func() // runs when the button is tapped
}

// New returns a notice with an icon, a title, a text and buttons. The first button is highlighted.
func New(icon fyne.Resource, title, text string, actions ...Action) fyne.CanvasObject {
	image := canvas.NewImageFromResource(theme.NewColoredResource(icon, theme.ColorNamePrimary))
	image.SetMinSize(fyne.NewSquareSize(40))
	image.FillMode = canvas.ImageFillContain
	head := widget.NewLabel(title)
	head.SizeName, head.Alignment, head.Wrapping = theme.SizeNameSubHeadingText, fyne.TextAlignCenter, fyne.TextWrapWord
	head.TextStyle.Bold = true
	body := widget.NewLabel(text)
	body.Alignment, body.Wrapping = fyne.TextAlignCenter, fyne.TextWrapWord
	buttons := container.New(lines{})
	for i, a := range actions {
		b := input.NewButton(a.Text, a.Do)
		if i == 0 {
			b.Importance = widget.HighImportance
		}
		buttons.Add(b)
	}
	scroll := container.NewVScroll(container.New(&column{width: 460}, image, head, body, buttons))
	return container.New(whole{}, scroll)
}

// lines places objects side by side and centres them. It begins a new line if the next object does not fit.
type lines struct{}

// MinSize implements fyne.Layout.
func (l lines) MinSize(objects []fyne.CanvasObject) (size fyne.Size) {
	for _, o := range objects {
		size = size.Max(o.MinSize())
	}
	if len(objects) > 0 && objects[0].Size().Width > 0 {
		last := objects[len(objects)-1]
		size.Height = last.Position().Y + last.Size().Height
	}
	return size
}

// Layout implements fyne.Layout.
func (l lines) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	gap, y := theme.Padding(), float32(0)
	for len(objects) > 0 {
		n, wide, high := 0, -gap, float32(0)
		for ; n < len(objects); n++ {
			o := objects[n].MinSize()
			if n > 0 && wide+gap+o.Width > size.Width {
				break
			}
			wide, high = wide+gap+o.Width, max(high, o.Height)
		}
		x := max(0, (size.Width-wide)/2)
		for _, o := range objects[:n] {
			least := o.MinSize()
			input.Place(o, x, y, min(least.Width, size.Width), high)
			x += least.Width + gap
		}
		objects, y = objects[n:], y+high+gap
	}
}

// Strip returns a tinted strip with content on it.
func Strip(content fyne.CanvasObject) fyne.CanvasObject {
	back := canvas.NewRectangle(theme.Color(theme.ColorNameSelection))
	back.CornerRadius = 4
	return container.New(layout.NewCustomPaddedLayout(0, 4, 0, 0), container.NewStack(back, content))
}

// whole lays out a scroll. It sets the width of the content first, since the height depends on it.
type whole struct{}

// MinSize implements fyne.Layout.
func (whole) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(180, 100) }

// Layout implements fyne.Layout.
func (whole) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	scroll := objects[0].(*container.Scroll)
	scroll.Content.Resize(size)
	scroll.Resize(size)
	scroll.Refresh()
}

// column places objects below each other, in a centred column of limited width.
type column struct{ width, height float32 }

// MinSize implements fyne.Layout.
func (c *column) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(180, c.height) }

// Layout implements fyne.Layout.
func (c *column) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	const gap = 8
	width := min(c.width, size.Width-24)
	total := float32(-gap)
	for _, o := range objects {
		o.Resize(fyne.NewSize(width, o.MinSize().Height)) // a wrapped text needs its width before it has a height
		total += o.MinSize().Height + gap
	}
	c.height = total + 16
	y := max((size.Height-total)*0.42, 8)
	for _, o := range objects {
		h := o.MinSize().Height
		input.Place(o, (size.Width-width)/2, y, width, h)
		y += h + gap
	}
}
