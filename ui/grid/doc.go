// Package grid is the data grid: a widget that shows a crosstab, or any table with frozen headers, of up to billions of
// rows.
//
// The whole grid is one image that the widget paints itself in device pixels, with glyphs from a cache. A container of
// text objects costs a texture for each new string, thirty times as much, and the toolkit's table places rows with
// float32 offsets, which miss from a few hundred thousand rows on. Here the scroll position is an integer number of
// device pixels, so row 9,999,999 of ten million is where it should be. Only visible cells are asked for; nothing the
// widget does takes time in proportion to the number of rows, except copying a selection, which happens in a goroutine.
//
// The package is split by what can be tested without a screen: layout (where everything is), selection (what is selected),
// column (how wide), tsv (what is copied) hold plain numbers; paint* turn them into pixels; mouse and keys turn events
// into them.
package grid
