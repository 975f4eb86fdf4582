// Package findbar is the strip above the result in which a person searches a text. It must not know where the text is
// searched.
package findbar
