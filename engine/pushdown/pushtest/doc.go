// Package pushtest makes random pivots, and compares their answers with the rows that their SQL statements return. Only
// tests may import it.
package pushtest
