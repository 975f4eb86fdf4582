// Package formula computes arithmetic expressions (SEEDS E8): measures over aggregates, and columns over columns.
//
// Integers and decimals are added, subtracted and multiplied exactly. All other arithmetic is done in float64, on operands that are
// rounded once. An operand that is null makes the result null, and so does division by zero. It must not know how aggregates are
// computed.
package formula
