package clipboard

import (
	"context"
	"errors"
)

var (
	errEmpty   = errors.New("the clipboard is empty: copy a table first")
	errPicture = errors.New("the clipboard holds a picture and no text: copy the cells of a table, or a file")
	errNoText  = errors.New("the clipboard holds no text: copy the cells of a table, or a file")
	errSilent  = errors.New("the program that the table was copied in does not give it: copy the table again")
)

// Content is what is on the clipboard: a text, or the paths of files.
type Content struct {
	Text  []byte
	HTML  []byte // the same as Text, where Text is of moderate size; nil: it is not there
	Files []string
}

// Get begins to read the clipboard. The function that it returns reads what is there: it may take long, and may
// be called on any goroutine. Its error is one sentence.
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
