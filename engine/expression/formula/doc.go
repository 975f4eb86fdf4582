// Package formula computes expressions over the columns of a row, or over aggregates: calculated fields and measures
// (Karnagel, Mueller and Lohman, ADMS 2015).
//
// Integers and decimals are added, subtracted, multiplied and rounded exactly. If exact results might not fit, they are
// computed in floats, and the column has a note. For functions whose results must stay exact, Column returns the error
// Overflow instead. All other arithmetic is done in float64, on operands that are rounded once. An operand that is null
// makes the result null, and so does division by zero. A function of texts is computed once for each text of a
// dictionary. Conditions are evaluated by package filter. Package formula must not know how aggregates are computed.
//
// Columns are computed in batches of rows on all cores. Eval computes a single row, for example of the figures of a
// pivot.
package formula
