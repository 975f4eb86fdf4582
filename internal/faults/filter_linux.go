package faults

import (
	"fmt"
	"math"
	"runtime"
	"unsafe"

	"golang.org/x/sys/unix"
)

// seccompData is the layout of a system call as a filter sees it.
type seccompData struct {
	nr   int32
	arch uint32
	ip   uint64
	args [6]uint64
}

// setFilter makes all operations of this process and its children wait for the answer of the process that reads the
// listener.
func setFilter() (listener int, err error) {
	load := func(offset uintptr) unix.SockFilter {
		return unix.SockFilter{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: uint32(offset)}
	}
	equal := func(k uint32, yes, no uint8) unix.SockFilter {
		return unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, Jt: yes, Jf: no, K: k}
	}
	end := func(k uint32) unix.SockFilter { return unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: k} }
	var d seccompData
	program := []unix.SockFilter{load(unsafe.Offsetof(d.nr))}
	for nr := range operations {
		if nr != unix.SYS_MMAP {
			program = append(program, equal(uint32(nr), 0, 1), end(unix.SECCOMP_RET_USER_NOTIF))
		}
	}
	// A mapping without a file, such as the runtime's memory, is not stopped.
	const low = 0 // offset of the lower half of an argument: all supported processors are little-endian
	program = append(program,
		equal(unix.SYS_MMAP, 1, 0), end(unix.SECCOMP_RET_ALLOW),
		load(unsafe.Offsetof(d.args)+4*unsafe.Sizeof(d.args[0])+low), equal(math.MaxUint32, 0, 1),
		end(unix.SECCOMP_RET_ALLOW),
		end(unix.SECCOMP_RET_USER_NOTIF))

	runtime.LockOSThread() // the thread that gives up its rights must also set the filter
	defer runtime.UnlockOSThread()
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return 0, fmt.Errorf("rights cannot be given up: %w", err)
	}
	code := unix.SockFprog{Len: uint16(len(program)), Filter: &program[0]}
	const how = unix.SECCOMP_FILTER_FLAG_NEW_LISTENER | unix.SECCOMP_FILTER_FLAG_TSYNC | unix.SECCOMP_FILTER_FLAG_TSYNC_ESRCH | unix.SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV
	fd, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, how, uintptr(unsafe.Pointer(&code)))
	if errno != 0 {
		return 0, fmt.Errorf("the system sets none: %w", errno)
	}
	return int(fd), nil
}
