// Package crash keeps what the program says when it crashes: a panic of any goroutine, or a signal that ends
// it, in a report that the next start finds. A window that ends in order leaves none, and neither does one that
// is killed: nothing was said.
//
// It must not know what the program does, nor send anything anywhere.
package crash
