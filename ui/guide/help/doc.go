// Package help has the pages of the Help menu: first steps, the keyboard shortcuts, and what the program is.
//
// It must not know the commands that the keys run.
package help
