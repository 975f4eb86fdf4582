// Package edit carries out what a person does with fields and chips. It puts fields on shelves, moves and removes
// chips, and asks for filters and formulas.
//
// The package must not know widgets.
package edit
