// Package key makes code columns: the column on a shelf, a date part or a bin of it, as one small integer a row,
// null included, and the composite of several.
//
// It must not know aggregates, tiers or how groups are shown beyond the label of a code.
package key
