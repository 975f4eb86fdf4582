// Package chartview is the widget that shows a chart: its picture, the mark under the pointer, and the mark
// that the keyboard is on.
//
// The widget draws nothing itself. It asks for a picture of its size, and it says which mark a person points
// at. It must not know what a mark leads to.
package chartview
