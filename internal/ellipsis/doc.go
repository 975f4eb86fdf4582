// Package ellipsis cuts long texts for places with little room: notes, tips, headers of printed pages. The
// package knows characters and not the width of glyphs.
package ellipsis
