// Package pushdown writes the SQL of a pivot over a table on a database server. A question groups the rows of the
// table by what the fields of the pivot need. It asks for states that merge: counts, sums in two words, least and
// greatest values. If a server cannot express a field or a condition exactly, the question groups by the whole column
// instead, and Cardinal computes the rest.
//
// Package pushdown must know neither how to speak to a server nor how to read figures from states.
package pushdown
