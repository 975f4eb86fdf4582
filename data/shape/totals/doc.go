// Package totals recognises rows of totals among the rows of a table: the sums of other rows, which would count
// twice in every sum. It must not know file formats.
package totals
