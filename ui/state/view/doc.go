// Package view is what stands on the shelves: a plain value that says which pivot a person asked for, and a
// stack of earlier values for undo.
//
// A State is immutable: every edit returns a new State. The package must not know widgets, threads or how a pivot runs.
//
// The package has more files than others, since every edit is a method of State: a file has the edits of one subject.
package view
