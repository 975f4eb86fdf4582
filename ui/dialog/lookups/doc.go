// Package lookups is the dialog that looks up columns in a second file by a key.
//
// It must know neither what is on the shelves nor how keys are matched.
package lookups
