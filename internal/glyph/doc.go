// Package glyph draws short pieces of text into an image, in device pixels, from a cache of glyph masks.
//
// A text object of the toolkit costs a texture for every new string, and a data grid shows hundreds of new strings in a
// frame. This package rasterises a glyph once for each of four sub-pixel positions. Drawing a string then costs a blend
// for each glyph, about a microsecond. All digits have the width of the widest digit, so that figures line up. There is
// no kerning.
//
// Texts with joined scripts, combining marks or right-to-left order are shaped by HarfBuzz and ordered by UAX
// #9. A face remembers the glyphs of some thousands of such texts.
//
// A rune that the font lacks is looked up in the substitute fonts, then in the fonts of the system. The search
// among the fonts of the system runs in the background. A box is drawn until a font is found. Emoji are drawn
// by their outlines, in the colour of the text.
package glyph
