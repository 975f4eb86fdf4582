// Package textwidth says how wide a text is where every character takes one or two columns of the same width,
// as on a terminal. It knows nothing of fonts.
package textwidth
