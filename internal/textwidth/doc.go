// Package textwidth measures texts whose characters take one or two columns of the same width, as on a terminal. It
// knows nothing of fonts.
package textwidth
