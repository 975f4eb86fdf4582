// Package pushtest makes random pivots, and compares their answers with the rows of their statements. Only tests may
// import it.
package pushtest
