// Package dnd drags things between widgets. A layer above the content of the window shows what is dragged, and zones
// accept drops.
//
// The toolkit reports drags but has no targets, so the layer finds the zone under the pointer. The package must know
// neither what is dragged nor what a drop means.
package dnd
