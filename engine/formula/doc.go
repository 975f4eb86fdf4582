// Package formula computes arithmetic over values (SEEDS E8): measures made of aggregates, and columns made of columns.
//
// Whole numbers and decimals are added, subtracted and multiplied exactly, in up to 128 bits; everything else is
// float64 arithmetic on operands rounded once. Null makes null, and so does dividing by zero. It must not know how
// aggregates are computed.
package formula
