// Package key turns the fields of a query into key columns, which hold one small integer code for every row,
// and several key columns into a composite key. A field is a column of the table, a date part of one or its
// bins. Null has a code, too. The package also has the hash tables of keys and their radix sort.
//
// It must not know aggregates and tiers. Of what people see it knows the label of a code alone.
package key
