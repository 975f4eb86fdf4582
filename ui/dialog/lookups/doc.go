// Package lookups is the dialog that adds columns of a second file by a key.
//
// It must not know what is on the shelves, nor how keys are matched.
package lookups
