// Package view describes the pivot that a person asked for: a plain value of what stands on the shelves, and a stack
// of earlier values for undo.
//
// A State is immutable: every edit returns a new State. The package must not know widgets, threads or how a pivot
// runs.
//
// The package has more files than others, since every edit is a method of State: a file has the edits of one subject.
package view
