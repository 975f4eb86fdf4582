// Package tour shows a person a window step by step: each step has a ring around a widget, and a card with a few words
// beside it.
//
// The package must not know the widgets that it points at.
package tour
