// Package lang translates the texts of the window. A key is the English text itself, so that English needs no
// catalogue, and a text that a catalogue lacks is shown in English. Each other language is a file in catalogue.
//
// A sentence with values is a template: L("{{.Rows}} of {{.File}}", With{"Rows": rows, "File": name}). A translation
// may put the values in another order. The numbers in a template are written before. Two texts that are alike in
// English and differ elsewhere have keys with a remark: X("Open (a state)", "Open").
//
// The package knows no widget: what the window decides without one is said in the same language. Commands never
// choose a language, and stay English.
package lang
