package csv

import (
	"bytes"
	"time"
)

// Written are the options of a text that Cardinal itself wrote of another format: a line of names, commas
// between the fields, and texts in quotes, as AppendQuoted writes them.
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

// BeginsAsDate reports whether a text begins as dates of ISO 8601 do.
func BeginsAsDate(text []byte) bool {
	if len(text) < len(time.DateOnly) || text[4] != '-' || text[7] != '-' {
		return false
	}
	_, err := time.Parse(time.DateOnly, string(text[:len(time.DateOnly)]))
	return err == nil
}

// Nothing says how a text among numbers stands for no value.
type Nothing int

// The ways in which a text stands for no value.
const (
	Something Nothing = iota // it stands for a value
	NoText                   // it is empty, or blank
	NullText                 // such as NA
)

// NothingOf says how a text stands for no value.
func NothingOf(text []byte) Nothing {
	switch text = trim(text); {
	case len(text) == 0:
		return NoText
	case nullText(text) >= 0:
		return NullText
	}
	return Something
}
