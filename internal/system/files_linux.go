package system

import (
	"os"
	"path/filepath"
	"slices"

	"golang.org/x/sys/unix"
)

// WillNeed asks the system to begin reading a part of a file that is used soon. It does not wait for the disk.
func WillNeed(f *os.File, at, size int64) {
	_ = unix.Fadvise(int(f.Fd()), at, size, unix.FADV_WILLNEED)
}

// MayHaveGPU reports whether a driver shows a GPU to this process. If not, only a software renderer could offer one.
func MayHaveGPU() bool {
	return slices.ContainsFunc([]string{"/dev/dri/renderD*", "/dev/nvidia[0-9]*", "/dev/dxg", "/dev/mali*",
		"/dev/kgsl*", "/dev/pvr*"}, func(pattern string) bool {
		found, _ := filepath.Glob(pattern)
		return len(found) > 0
	})
}
