// Package dnd drags things between widgets: a layer above the window's content that shows what is dragged, and
// zones that take it.
//
// The toolkit reports drags but knows no targets. The layer finds them by its own hit test; it must not know what
// is dragged nor what a drop means.
package dnd
