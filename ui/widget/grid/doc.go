// Package grid is the data grid: a widget that shows a crosstab, or any table with frozen headers, of up to billions of
// rows.
//
// The grid is one image that the widget paints in device pixels, with glyphs from a cache. A container of text objects
// takes thirty times as long, since each new string costs a texture. The toolkit's own table computes the positions of
// rows in float32, which is too inexact from a few hundred thousand rows on. The scroll position of this grid is an
// integer number of device pixels. The grid reads only visible cells from its source. Only copying a selection takes
// time in proportion to the number of rows, and it runs in another goroutine.
//
// Some files do not paint, and can be tested without a screen: layout.go (positions), selection.go and column.go
// (widths). The files paint*.go turn layout, selection and columns into pixels. mouse.go and keys.go turn events into
// changes of layout, selection and columns.
package grid
