// Package grid is the data grid: a widget that shows a crosstab, or any table with frozen headers, of up to billions of
// rows.
//
// The grid is one image that the widget paints in device pixels, with glyphs from a cache. A container of text
// objects takes thirty times as long, since each new string costs a texture. The toolkit's table places rows
// with float32 offsets, which are wrong from a few hundred thousand rows on. The scroll position of this grid
// is an integer number of device pixels. The grid asks its source for visible cells only. No work is
// proportional to the number of rows except copying a selection, which runs in a goroutine.
//
// Files without pixels can be tested without a screen: layout (where everything is), selection, column (widths)
// and tsv (copying). The files paint* turn these into pixels; mouse and keys turn events into changes of these.
package grid
