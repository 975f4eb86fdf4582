// Package chart draws a pivot as one of Kinds: bars, lines, a pie, a heat map and others.
//
// A kind of chart is a Kind in a file of its own, and a line in Kinds. Draw reads the figures of a grid, and lays a
// kind out as a Scene of rectangles, lines, points and texts. The Scene is painted into an image or written as SVG.
// Totals have no mark. What a chart cannot show is an error or a note in words, and nothing is left out silently.
//
// The package must not know windows, commands or files.
package chart
