// Package lang translates the texts of the window. A key is the English text itself, so that English needs no
// catalogue, and a text that a catalogue lacks is shown in English. Each other language is a file in catalogue.
//
// A sentence with values is a template: L("{{.Rows}} of {{.File}}", With{"Rows": rows, "File": name}). A translation
// may put the values in another order. Numbers are formatted before they are put into a template. Two texts that are
// alike in English and differ elsewhere have keys with a remark: X("Open (a state)", "Open").
//
// The package knows no widget, so that packages without widgets can speak the same language. Commands never
// choose a language, and stay English.
package lang
