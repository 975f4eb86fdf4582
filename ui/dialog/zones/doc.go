// Package zones is the dialog that chooses the time zone of a column.
//
// It must not know how a file is read, nor what a zone does to its times.
package zones
