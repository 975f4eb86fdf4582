// Package lang translates the texts of the window by package wording. It knows the language of the window, and has the
// catalogues: a file in catalogue for each language except English. If two texts are the same in English and differ in
// another language, each has a key with a remark: X("Open (a state)", "Open").
//
// Packages that write sentences without knowing the window are given Words. They have no language of their own.
//
// The package knows no widget, so that packages without widgets can use it, too. Commands never choose a language, and
// stay English.
package lang
