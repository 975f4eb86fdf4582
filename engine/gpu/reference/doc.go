// Package reference answers requests row by row in plain Go. The self-test of a device and the tests of every kernel
// compare their results with these answers. The code is written to be read, not to be fast.
package reference
