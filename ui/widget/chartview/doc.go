// Package chartview is the widget that shows a chart: its picture, the mark under the pointer, and the mark with the
// keyboard focus. A mark is what a chart draws for one figure, e.g. a bar.
//
// The widget does not draw the chart. It asks for a picture of its size, and reports which mark a person points at. It
// must not know what a mark leads to.
package chartview
