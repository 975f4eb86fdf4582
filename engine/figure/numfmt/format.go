package numfmt

import (
	"math"
	"strings"

	"cardinal/data"
)

// Format is a parsed number format. It is immutable and safe for use by several goroutines.
type Format struct {
	code     string
	sections []section // for numbers and dates, at most 3
	text     *section  // for texts; nil: texts stay as they are
}

// Code returns the format as Excel reads it: letters that Excel could misread are escaped.
func (f *Format) Code() string { return f.code }

// Text writes a value. A null is "". A value that the format cannot show is written as if it had no format: an
// infinity, or a text if no section is for texts.
func (f *Format) Text(v data.Value) string {
	switch v.Type {
	case data.Null:
		return ""
	case data.Text:
		if f.text == nil {
			return v.Text
		}
		return f.text.words(v.Text)
	case data.Bool:
		return v.String()
	case data.Float:
		if math.IsNaN(v.Float) || math.IsInf(v.Float, 0) {
			return v.String()
		}
	}
	number := numberOf(v)
	s, minus := f.section(number)
	switch {
	case s == nil:
		return v.String()
	case s.dates:
		at, ok := timeOf(v)
		if !ok {
			return v.String()
		}
		return s.date(at, number)
	}
	text := s.number(number)
	if minus {
		return "-" + text
	}
	return text
}

// section returns the section for a number, and whether its text begins with a minus sign.
func (f *Format) section(n number) (s *section, minus bool) {
	negative, zero := n.negative(), n.zero()
	switch {
	case f.sections[0].when != "" || len(f.sections) > 1 && f.sections[1].when != "":
		for i := range f.sections {
			if s := &f.sections[i]; s.when == "" || s.holds(n) {
				return s, negative && !s.negativeOnly()
			}
		}
		return nil, false
	case len(f.sections) == 1:
		return &f.sections[0], negative
	case negative:
		return &f.sections[1], false
	case zero && len(f.sections) > 2:
		return &f.sections[2], false
	}
	return &f.sections[0], false
}

// words writes a text in the section for texts.
func (s *section) words(text string) string {
	var b strings.Builder
	for _, i := range s.items {
		if i.kind == textItem {
			b.WriteString(text)
		} else {
			b.WriteString(i.text)
		}
	}
	return b.String()
}
