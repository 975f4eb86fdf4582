package gpu

import "syscall"

// widen gives a pipe the largest buffer that any user may ask for, 1 MiB. A column has hundreds of megabytes, and at
// the default of 64 KiB each piece costs a switch to the other process and back: uploads took 1.7 times as long.
func widen(pipe any) {
	const setPipeSize = 1031 // F_SETPIPE_SZ, which package syscall does not name
	f, ok := pipe.(syscall.Conn)
	if !ok {
		return
	}
	if conn, err := f.SyscallConn(); err == nil {
		_ = conn.Control(func(fd uintptr) {
			_, _, _ = syscall.Syscall(syscall.SYS_FCNTL, fd, setPipeSize, 1<<20)
		})
	}
}
