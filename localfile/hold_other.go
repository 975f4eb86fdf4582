//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly)

package localfile

import (
	"os"
	"time"
)

// abandoned is how long nothing is written to a file that no process works on any more.
const abandoned = 24 * time.Hour

// hold keeps no lock: an open file cannot be renamed on Windows.
func hold(string) (release func(), held bool) { return func() {}, true }

// removeFree removes a file that nothing was written to for long. An open file cannot be removed on Windows.
func removeFree(path string) bool {
	info, err := os.Lstat(path)
	return err == nil && time.Since(info.ModTime()) > abandoned && os.Remove(path) == nil
}

// TakeOver holds a file that Claim made and that nothing was written to for long.
func TakeOver(path string) (release func(), taken bool) {
	info, err := os.Lstat(path)
	return func() {}, err == nil && time.Since(info.ModTime()) > abandoned
}
