// Package pushdown writes the SQL of a pivot over a table on a database server. A question groups the rows of
// the table by what the fields of the pivot need, and asks for states that merge: counts, sums in two words,
// least and greatest values. Where a server cannot say a field or a condition exactly, the question groups
// finer, by the whole column, and the rest is computed here.
//
// Package pushdown must know neither how a server is spoken to nor how figures are read from states.
package pushdown
