// Package load opens a file as a table: it looks at the bytes, not at the name, to pick the reader.
//
// It must not know the engine or windows.
package load
