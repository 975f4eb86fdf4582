// Package view describes the pivot that a person asks for. A State is a plain value with what is on the shelves and how
// it is shown. A History is a stack of earlier states for undo.
//
// A State is immutable: every edit returns a new State. The package must not know widgets, threads or how a pivot runs.
//
// The package has more files than others, since every edit is a method of State: a file has the edits of one subject.
package view
