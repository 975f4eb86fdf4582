// Package zones is the dialog in which a person chooses the time zone of a column.
//
// It must know neither how a file is read nor what a zone does to the times.
package zones
