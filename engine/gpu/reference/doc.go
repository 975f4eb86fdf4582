// Package reference answers requests row by row in plain Go. The self-test of a device and the tests of every kernel
// compare with it. It is written to be read, not to be fast.
package reference
