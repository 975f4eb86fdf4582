//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly || windows)

package localfile

import (
	"os"
	"time"
)

// abandoned is the age from which on a file counts as used by no process.
const abandoned = 24 * time.Hour

// hold takes no lock, because the program knows none for this system.
func hold(string) (release func(), held bool) { return func() {}, true }

// removeFree removes a file that was not written for long.
func removeFree(path string) bool {
	info, err := os.Lstat(path)
	return err == nil && time.Since(info.ModTime()) > abandoned && os.Remove(path) == nil
}

// TakeOver holds a file that Claim made and that was not written for long.
func TakeOver(path string) (release func(), taken bool) {
	info, err := os.Lstat(path)
	return func() {}, err == nil && time.Since(info.ModTime()) > abandoned
}
