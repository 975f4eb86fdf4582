package wire

import (
	"fmt"
	"unsafe"

	"golang.org/x/sys/unix"
)

// AllowRead lets a child read the memory of this process where the system asks for leave (Yama). Elsewhere
// nothing is to be done, and the call fails.
func AllowRead(child int) { _ = unix.Prctl(unix.PR_SET_PTRACER, uintptr(child), 0, 0, 0) }

// readMemory reads without word to Go's scheduler, which gives the core of a thread that is in the system for
// 20 microseconds to another thread: columns were sent 7% slower.
func readMemory(process int, to []byte, from uint64) error {
	local, remote := unix.Iovec{Base: &to[0]}, unix.RemoteIovec{Base: uintptr(from), Len: len(to)}
	local.SetLen(len(to))
	n, _, failed := unix.RawSyscall6(unix.SYS_PROCESS_VM_READV, uintptr(process), uintptr(unsafe.Pointer(&local)), 1, uintptr(unsafe.Pointer(&remote)), 1, 0)
	switch {
	case failed != 0:
		return fmt.Errorf("cannot read %d bytes of process %d: %w", len(to), process, failed)
	case int(n) != len(to):
		return fmt.Errorf("cannot read %d bytes of process %d: only %d bytes are there", len(to), process, n)
	}
	return nil
}
