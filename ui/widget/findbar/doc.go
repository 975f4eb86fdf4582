// Package findbar is the strip above the result to search a text.
//
// It must not know where the text is searched.
package findbar
