// Package wording translates English texts into the language of a person. Code that writes sentences, for a pivot, a
// chart or an export, is given the Words of a language; a nil *Words is English.
//
// A key is the English text itself, so that English needs no catalogue. A text that a catalogue lacks stays English. A
// sentence with values is a template: L("{{.Rows}} of {{.File}}", With{"Rows": rows, "File": name}). Numbers are
// formatted before they are put into a template.
//
// Notes of a table are kept in English, with their values in place, and packages that write them have no Words.
// Sentence finds the key of such a text again, and translates it where it is shown.
//
// The package must not know who speaks, and has no language of its own.
package wording
