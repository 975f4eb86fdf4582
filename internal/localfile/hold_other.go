//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly || windows)

package localfile

import (
	"os"
	"time"
)

// abandoned is the age from which a file is taken for one that no process uses.
const abandoned = 24 * time.Hour

// hold takes no lock: this system has none that the program knows.
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
