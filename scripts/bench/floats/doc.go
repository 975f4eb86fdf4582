// Package floats compares sums of floats in Cardinal and in DuckDB. The exponents of a column's values are close
// together or far apart.
//
// Cardinal's sums are exact. DuckDB's are not: sum adds values in the order in which they arrive, and fsum uses Kahan's
// correction.
package floats
