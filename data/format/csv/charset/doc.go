// Package charset finds the encoding of a text by its bytes, and converts the text to UTF-8.
//
// The package must not know what the text means.
package charset
