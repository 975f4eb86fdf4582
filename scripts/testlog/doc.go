// Command testlog reads the events of go test -json, and prints what go test prints: a line for each package, and the
// output of the tests that failed. At the end it lists the tests that were skipped, by their reasons. With -may it
// fails where a reason does not match the pattern.
//
// It must not run tests.
package main
