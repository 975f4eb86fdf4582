// Package chart draws a pivot as one of Kinds: bars, lines, a pie, a heat map and others.
//
// A kind of chart is a Kind in a file of its own, and an entry in Kinds. Draw reads the figures of a grid, and lays out
// a Scene of rectangles, lines, points and texts. The Scene is painted into an image or written as SVG. Totals are not
// drawn. If a chart cannot show something, Draw returns an error or adds a note; it leaves nothing out silently.
//
// The package must not know windows, commands or files.
package chart
