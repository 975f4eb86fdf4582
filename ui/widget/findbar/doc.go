// Package findbar is the strip above the result in which a text is looked for.
//
// It must not know where the text is looked for.
package findbar
