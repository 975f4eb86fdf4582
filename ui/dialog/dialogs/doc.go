// Package dialogs keeps the open dialogs of the window in a stack, so that Esc closes the one on top.
//
// It must not know what is asked.
package dialogs
