//go:build unix

package kept

import (
	"fmt"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// mapFile maps a file into memory, privately.
func mapFile(f *os.File, size int64) ([]byte, error) {
	b, err := unix.Mmap(int(f.Fd()), 0, int(size), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE)
	if err != nil {
		return nil, fmt.Errorf("cannot map %s: %w", f.Name(), err)
	}
	return b, nil
}

// cool takes the pages of a mapping out of the process. They can be read from the file again.
func cool(mapped []byte) { _ = unix.Madvise(mapped, unix.MADV_DONTNEED) }

// stamp names the system's last change of a file; "" if it is unknown. Unlike the time of modification, no program
// can set it.
func stamp(path string) string {
	var s unix.Stat_t
	if unix.Stat(path, &s) != nil {
		return ""
	}
	return fmt.Sprint(s.Ctim.Nano())
}

// isOwn reports whether a file is this user's, and nobody else may write to it.
func isOwn(info os.FileInfo) bool {
	owner, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(owner.Uid) == os.Getuid() && info.Mode().Perm()&0o022 == 0
}
