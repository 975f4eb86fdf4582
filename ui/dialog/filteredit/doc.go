// Package filteredit is the editor of a filter. It edits a list of values with ticks, a range, a comparison of texts, a
// period, or a top.
//
// It must not know the window, and it changes nothing by itself: Ask hands the edited filter to its caller.
package filteredit
