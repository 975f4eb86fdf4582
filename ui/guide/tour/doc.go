// Package tour leads through a window in steps: a ring around a widget, and a card with a few words beside it.
//
// The package must not know the widgets that it points at.
package tour
