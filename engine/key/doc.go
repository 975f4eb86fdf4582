// Package key turns the fields of a query into key columns, which hold one small integer code for every row,
// and several key columns into a composite key. A field is a column of the table, a date part of one or its
// bins. Null has a code, too. The package also has the hash tables of keys and their radix sort.
//
// The codes of a column are one of these, by what the file gives:
//
//	texts     the codes of the dictionary                   Encode takes no time
//	range     value - least value, for a narrow range       Encode takes no time; codes ascend with the labels
//	numbered  a number for each value of 64 bits            number.go: in partitions of a seeded hash, on all cores
//	computed  date parts, bins, groups made by hand         from the codes if these are few, else row by row
//
// Codes of texts and of numbered values mean no order. Rank sorts all labels, by radix, when somebody asks for the
// first time; Orders and Compare serve whoever needs the order of some.
//
// It must not know aggregates and tiers. Of what people see it knows the label of a code alone.
package key
