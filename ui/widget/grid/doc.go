// Package grid is the data grid: a widget that shows a crosstab, or any table with frozen headers, of up to billions
// of rows.
//
// The grid is one image that the widget paints in device pixels, with glyphs from a cache. A container of text
// objects takes thirty times as long, since each new string costs a texture. The toolkit's table places rows with
// float32 offsets, which are wrong from a few hundred thousand rows on. The scroll position of this grid is an
// integer number of device pixels. The grid asks its source for visible cells only. No work is proportional to the
// number of rows except copying a selection, which runs in a goroutine.
//
// The files without pixels can be tested without a screen: layout.go (positions), selection.go and column.go
// (widths). The files paint*.go turn layout, selection and columns into pixels. mouse.go and keys.go turn events into
// changes of layout, selection and columns.
package grid
