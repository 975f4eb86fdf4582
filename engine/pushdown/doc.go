// Package pushdown writes the SQL of a pivot over a table on a database server. A question asks the server to group the
// rows of the table by expressions from which the fields of the pivot follow. For each group it asks for states that
// can be merged: counts, sums as two words, least and greatest values. If a server cannot express a field or a
// condition exactly, the question groups by the column itself. Cardinal then computes the field or the condition from
// the values of the column.
//
// Package pushdown must know neither how to speak to a server nor how to read figures from states.
package pushdown
