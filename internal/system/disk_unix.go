//go:build linux || darwin || freebsd

package system

import "golang.org/x/sys/unix"

// FreeDisk returns the number of bytes of a folder's disk that the user may still use.
func FreeDisk(folder string) (int64, error) {
	var s unix.Statfs_t
	err := unix.Statfs(folder, &s)
	return int64(s.Bavail) * int64(s.Bsize), err //nolint:unconvert // the types differ between systems
}
