// Package faults makes file operations of a test fail: the first one, then the second one, until the tested work ends
// without a fault. Only tests may import it.
//
// The test runs in a process of its own. A seccomp filter stops that process, and every process that it starts, before
// each file operation. The process that started the test answers: continue, or fail with an error. The operations are
// system calls. The program thus needs no interface for its tests, and no operation is forgotten. (strace can inject
// errors too, but it counts per thread, and a goroutine changes threads. A file system layer in the program would see
// only what calls the layer.)
//
// It needs Linux 5.19 and the right to set a filter. Elsewhere the test is skipped.
package faults
