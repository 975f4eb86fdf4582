// Package dialogs has the open dialogs of the window in a stack, so that Esc closes the top one.
//
// It must not know what a dialog asks.
package dialogs
