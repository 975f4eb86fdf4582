package ui

import (
	"errors"
	"strconv"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"cardinal/data"
	"cardinal/ui/input"
	"cardinal/ui/view"
)

// between chooses a range by its two bounds.
type between struct {
	root      *fyne.Container
	low, high *input.Entry
}

func newRange(f view.Filter, c *data.Column) *between {
	b := &between{low: input.New(), high: input.New()}
	low, high, _ := bounds(c)
	b.low.SetPlaceHolder(low)
	b.high.SetPlaceHolder(high)
	for _, e := range []*input.Entry{b.low, b.high} {
		e.Validator = func(text string) error { return checkBound(text, f.Type) }
	}
	b.low.SetText(f.Low)
	b.high.SetText(f.High)
	note := widget.NewLabel("Both bounds are part of the range. An empty bound is open. Rows without a value are left out.")
	note.Wrapping, note.SizeName = fyne.TextWrapWord, theme.SizeNameCaptionText
	b.root = container.NewVBox(widget.NewForm(widget.NewFormItem("From", b.low), widget.NewFormItem("To", b.high)), note)
	return b
}

// checkBound says what is wrong with a bound of a type.
func checkBound(text string, t data.Type) error {
	text = strings.TrimSpace(text)
	if text == "" {
		return nil
	}
	switch t {
	case data.Date, data.Timestamp:
		for _, form := range []string{time.DateOnly, "2006-01-02 15:04", time.DateTime, "2006-01-02T15:04:05", "2006-01-02T15:04:05Z"} {
			if _, err := time.Parse(form, text); err == nil {
				return nil
			}
		}
		return errors.New("a date is written 2024-12-31")
	}
	if v, err := strconv.ParseFloat(text, 64); err != nil || v-v != 0 { // infinite, or NaN
		return errors.New("not a number")
	}
	return nil
}

// into writes the bounds into a filter; one that is not valid is left open.
func (b *between) into(f *view.Filter) {
	bound := func(e *input.Entry) string {
		text := strings.TrimSpace(e.Text)
		if checkBound(text, f.Type) != nil {
			return ""
		}
		return text
	}
	f.Low, f.High = bound(b.low), bound(b.high)
}
