package clipboard

import "fyne.io/fyne/v2"

// Clipboard is the system's clipboard. Its methods belong to the UI goroutine.
type Clipboard struct {
	text func() fyne.Clipboard
	rich func() bool
	x11  *owner // nil before the first use
}

// New makes a clipboard. text is the toolkit's clipboard, and rich reports whether the window is one of X11.
func New(text func() fyne.Clipboard, rich func() bool) *Clipboard {
	return &Clipboard{text: text, rich: rich}
}

// Set puts a text on the clipboard, and the same as HTML beside the text unless html is "".
func (c *Clipboard) Set(text, html string) {
	if html != "" && c.rich() {
		if c.x11 == nil {
			c.x11 = newOwner()
		}
		if c.x11.set(text, html) {
			return
		}
	}
	c.text().SetContent(text)
}
