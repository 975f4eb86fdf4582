package csv

import (
	"bytes"
	"time"
)

// Written returns the options for a text that Cardinal itself wrote from another format. The text has a line of
// names, commas between the fields, and texts in quotes, as AppendQuoted writes them.
func Written() Options {
	return Options{Strict: true, Header: 1, Footer: NoFooter, Delimiter: ',', Decimal: '.', Made: true}
}

// AppendQuoted appends a text as a field in quotes.
func AppendQuoted(dst, text []byte) []byte {
	dst = append(dst, '"')
	for {
		before, after, more := bytes.Cut(text, []byte{'"'})
		dst = append(append(dst, before...), '"')
		if !more {
			return dst
		}
		dst, text = append(dst, '"'), after
	}
}

// BeginsAsDate reports whether a text begins like a date of ISO 8601.
func BeginsAsDate(text []byte) bool {
	if len(text) < len(time.DateOnly) || text[4] != '-' || text[7] != '-' {
		return false
	}
	_, err := time.Parse(time.DateOnly, string(text[:len(time.DateOnly)]))
	return err == nil
}

// Nothing classifies a text among numbers that means no value.
type Nothing int

// The ways in which a text means no value.
const (
	Something Nothing = iota // it means a value
	NoText                   // it is empty, or blank
	NullText                 // such as NA
)

// NothingOf returns the way in which a text means no value.
func NothingOf(text []byte) Nothing {
	switch text = trim(text); {
	case len(text) == 0:
		return NoText
	case nullText(text) >= 0:
		return NullText
	}
	return Something
}
