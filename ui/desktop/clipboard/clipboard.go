package clipboard

import "fyne.io/fyne/v2"

// Clipboard is the system's clipboard. Its methods run on the UI goroutine.
type Clipboard struct {
	text func() fyne.Clipboard
	rich func() bool
	x11  *owner // the owner of the clipboard on X11; nil: not used yet
}

// New returns a clipboard. text returns the toolkit's clipboard. rich reports whether the window is on X11.
func New(text func() fyne.Clipboard, rich func() bool) *Clipboard {
	return &Clipboard{text: text, rich: rich}
}

// TakesPictures reports whether SetPicture can succeed.
func (c *Clipboard) TakesPictures() bool { return c.rich() }

// SetPicture puts a PNG picture on the clipboard. It returns false if the system does not accept pictures.
func (c *Clipboard) SetPicture(png []byte) bool {
	if !c.rich() {
		return false
	}
	if c.x11 == nil {
		c.x11 = newOwner()
	}
	return c.x11.offer(map[string][]byte{pngName: png})
}

// Set puts a text on the clipboard. If html is not "", it also puts the same content there as HTML.
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
