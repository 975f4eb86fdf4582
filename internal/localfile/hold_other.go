//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly || windows)

package localfile

import (
	"os"
	"time"
)

// abandoned is how long nothing is written to a file that no process works on any more.
const abandoned = 24 * time.Hour

// hold keeps no lock: none is known here.
func hold(string) (release func(), held bool) { return func() {}, true }

// removeFree removes a file that nothing was written to for long.
func removeFree(path string) bool {
	info, err := os.Lstat(path)
	return err == nil && time.Since(info.ModTime()) > abandoned && os.Remove(path) == nil
}

// TakeOver holds a file that Claim made and that nothing was written to for long.
func TakeOver(path string) (release func(), taken bool) {
	info, err := os.Lstat(path)
	return func() {}, err == nil && time.Since(info.ModTime()) > abandoned
}
