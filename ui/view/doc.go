// Package view is what stands on the shelves: a plain value that says which pivot a person asked for, and the
// stack of earlier values behind undo.
//
// A State is immutable: every edit returns a new one and leaves the old as it was. The package must not know
// widgets, threads or how a pivot is run.
package view
