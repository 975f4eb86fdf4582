// Package floatsum adds floats exactly: a sum does not depend on the order of its numbers, and is rounded once.
//
// It must not know tables. The engine's sums of columns are faster; this package is for sums of a few numbers.
package floatsum
