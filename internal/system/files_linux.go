package system

import (
	"os"

	"golang.org/x/sys/unix"
)

// WillNeed asks the system to begin reading a part of a file that is used soon. It does not wait for the disk.
func WillNeed(f *os.File, at, size int64) {
	_ = unix.Fadvise(int(f.Fd()), at, size, unix.FADV_WILLNEED)
}
