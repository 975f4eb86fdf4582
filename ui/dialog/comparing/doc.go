// Package comparing asks what to compare in two versions of a table: the figures of a pivot, or the rows.
//
// It must not know how they are compared.
package comparing
