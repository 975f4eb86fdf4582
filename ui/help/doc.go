// Package help is the pages of the Help menu: the keyboard shortcuts and what the program is.
//
// It must not know the commands behind the keys.
package help
