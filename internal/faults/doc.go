// Package faults makes file operations of a test fail: the first one, then the second one, until the work that
// is tested ends without a fault. Nothing but tests may import it.
//
// The test runs in a process of its own. A seccomp filter stops that process, and every process that it starts,
// before each file operation, and the process that started the test answers: go on, or fail with an error. The
// operations are those of the system, so that no code of the program has an interface for its tests, and no
// operation is forgotten. (strace can inject errors, too. Its counter is one a thread, and a goroutine changes
// threads. A layer of the file system in the program sees only what calls the layer.)
//
// It needs Linux 5.19 and the right to set a filter. Elsewhere the test is skipped.
package faults
