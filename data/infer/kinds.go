package infer

import "time"

// Kind is the kind of a text. It helps to distinguish names from values.
type Kind uint8

// Kinds of texts. Nothing is an empty text, or a text such as NA.
const (
	Nothing Kind = iota
	Word
	Figure
	Day
	Truth
)

// KindOf returns the kind of a text.
func KindOf(text string) Kind {
	if text == "" {
		return Nothing
	}
	var f stats
	switch s := f.see([]byte(text)); {
	case s&shapeNull != 0:
		return Nothing
	case s&numeric != 0:
		return Figure
	case s&(shapeDate|shapeYearLast|shapeStamp) != 0:
		return Day
	case s&shapeBool != 0:
		return Truth
	}
	return Word
}

// IsNumber reports whether a text is a number, in any form that a column of numbers may have.
func IsNumber(text string) bool {
	var f stats
	return f.see([]byte(text))&numeric != 0
}

// IsDate reports whether a text is a date, with or without a time of day, in any form that a column of dates may have.
func IsDate(text string) bool {
	var f stats
	return f.see([]byte(text))&(shapeDate|shapeYearLast|shapeStamp|shapeMoment|shapeMomentTime) != 0
}

// IsText reports whether a value is neither a number, nor a date, nor a time, nor a truth value.
func IsText(b []byte) bool {
	var f stats
	return f.see(b)&(shapeText|shapeBig) != 0
}

// IsNull reports whether a text such as NA means null in a column of other values.
func IsNull(b []byte) bool { return nullText(Trim(b)) >= 0 }

// BeginsAsDate reports whether a text begins like a date in ISO 8601.
func BeginsAsDate(text []byte) bool {
	if len(text) < len(time.DateOnly) || text[4] != '-' || text[7] != '-' {
		return false
	}
	_, err := time.Parse(time.DateOnly, string(text[:len(time.DateOnly)]))
	return err == nil
}

// Trim removes blanks around a value. A column of texts keeps them.
func Trim(b []byte) []byte {
	for len(b) > 0 && (b[0] == ' ' || b[0] == '\t') {
		b = b[1:]
	}
	for len(b) > 0 && (b[len(b)-1] == ' ' || b[len(b)-1] == '\t') {
		b = b[:len(b)-1]
	}
	return b
}
