package clipboard

import (
	"context"
	"errors"

	"cardinal/ui/look/lang"
)

var (
	errEmpty   = errors.New(lang.Key("the clipboard is empty: copy a table first"))
	errPicture = errors.New(lang.Key("the clipboard holds a picture and no text: copy the cells of a table, or a file"))
	errNoText  = errors.New(lang.Key("the clipboard holds no text: copy the cells of a table, or a file"))
	errSilent  = errors.New(lang.Key("the program that the table was copied in does not give it: copy the table again"))
)

// Content is what is on the clipboard: a text, or the paths of files.
type Content struct {
	Text  []byte
	HTML  []byte // Text as HTML; nil: there is none, or Text is too large
	Files []string
}

// Get begins to read the clipboard. The returned function reads the rest, which may take long. Any goroutine may call
// it. Its error is one sentence.
func (c *Clipboard) Get() func(context.Context) (Content, error) {
	if c.rich() {
		return get
	}
	text := c.text().Content()
	return func(context.Context) (Content, error) {
		if text == "" {
			return Content{}, errEmpty
		}
		return Content{Text: []byte(text)}, nil
	}
}
