//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package localfile

import (
	"errors"
	"os"
	"syscall"
)

// hold locks the file at path until release is called or the process ends. It fails if another process removes the file
// at that moment. On a file system without locks, it succeeds; there, no file is ever swept.
func hold(path string) (release func(), held bool) {
	f, err := os.Open(path)
	if err != nil {
		return nil, false
	}
	err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) || !isSame(f, path) {
		_ = f.Close()
		return nil, false
	}
	return func() { _ = f.Close() }, true
}

// removeFree removes a file that no process holds.
func removeFree(path string) bool {
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK|syscall.O_NOFOLLOW, 0)
	if err != nil {
		return false
	}
	defer f.Close()
	if syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) != nil || !isSame(f, path) {
		return false
	}
	return os.Remove(path) == nil
}

// TakeOver holds a file that Claim made and whose process has ended.
func TakeOver(path string) (release func(), taken bool) { return hold(path) }
