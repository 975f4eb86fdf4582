// Package lang translates the texts of the window, as package wording does. It has the language of the window, and the
// catalogues: each language but English is a file in catalogue. Two texts that are alike in English and differ
// elsewhere have keys with a remark: X("Open (a state)", "Open").
//
// Packages that write sentences without knowing the window are given Words. They have no language of their own.
//
// The package knows no widget, so that packages without widgets can speak the same language. Commands never
// choose a language, and stay English.
package lang
