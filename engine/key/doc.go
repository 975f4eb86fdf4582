// Package key turns the fields of a query into key columns, and several key columns into a composite key. A key
// column has one small integer code for every row. A field is a column of the table, a date part of a column, or its
// bins. Null has a code, too. The package also has the hash tables of keys.
//
// A column has one of four kinds of codes, which depends on its type and its values:
//
//	texts     the codes of the dictionary                   Encode takes no time
//	range     value - least value, for a narrow range       Encode takes no time; codes ascend with the labels
//	numbered  a number for each value of 64 bits            number.go: in partitions of a seeded hash, on all cores
//	computed  date parts, bins, groups made by hand         from the codes if these are few, else row by row
//
// Codes of texts and of numbered values have no particular order. Rank sorts all labels when it is first called. Orders
// and Compare are for callers that need the order of some labels.
//
// The package must not know aggregates and tiers. Of what people see, it knows only the label of a code.
package key
