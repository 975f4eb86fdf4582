package wire

import (
	"fmt"
	"unsafe"

	"golang.org/x/sys/unix"
)

// AllowRead lets a child read the memory of this process on systems that require permission (Yama). On other systems
// the call fails without effect.
func AllowRead(child int) { _ = unix.Prctl(unix.PR_SET_PTRACER, uintptr(child), 0, 0, 0) }

// readMemory makes the system call without informing Go's scheduler. The scheduler would give the core of the thread to
// another thread after 20 microseconds, which made sending columns 7% slower.
func readMemory(process int, to []byte, from uint64) error {
	local, remote := unix.Iovec{Base: &to[0]}, unix.RemoteIovec{Base: uintptr(from), Len: len(to)}
	local.SetLen(len(to))
	n, _, failed := unix.RawSyscall6(unix.SYS_PROCESS_VM_READV, uintptr(process), uintptr(unsafe.Pointer(&local)), 1,
		uintptr(unsafe.Pointer(&remote)), 1, 0)
	switch {
	case failed != 0:
		return fmt.Errorf("cannot read %d bytes of process %d: %w", len(to), process, failed)
	case int(n) != len(to):
		return fmt.Errorf("cannot read %d bytes of process %d: only %d bytes are there", len(to), process, n)
	}
	return nil
}
