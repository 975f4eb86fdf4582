// Package input has widgets and functions for the keyboard. Its widgets pass keys that they do not use to the window,
// and its functions give a widget the keyboard focus.
//
// The package must know neither what is typed nor what a key does.
package input
