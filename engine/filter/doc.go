// Package filter evaluates a filter expression over a table into a selection bitmap, column by column and without
// copying rows.
//
// It must not know keys beyond their codes and labels, nor what the selection is used for.
package filter
