// Command testlog reads the events of go test -json, and prints what go test prints: a line for each package, and the
// output of the tests that failed. At the end it lists the skipped tests by their reasons. With -may it fails if a
// reason does not match the pattern.
//
// It must not run tests.
package main
