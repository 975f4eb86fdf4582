// Package glyph draws short pieces of text into an image, in device pixels, from a cache of glyph masks.
//
// A toolkit's text objects cost a texture for every new string; a data grid shows hundreds of new strings in a frame.
// Here a glyph is rasterised once for each of four sub-pixel positions, and a string costs a blend per glyph: about
// a microsecond. Digits all have the width of the widest, so that figures line up. There is no kerning.
//
// Texts with joined scripts, combining marks or right-to-left order are shaped (HarfBuzz) and ordered (UAX #9) instead, and
// the glyphs of some thousand of them remembered.
//
// A rune missing in the font is looked up in the fonts given as substitutes, then among the fonts of the system,
// which are searched in the background; until an answer comes, and if there is none, a box stands for it.
package glyph
