//go:build unix

package instance

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
)

// Folder returns the folder in which the windows of this user listen.
func Folder() string {
	if dir := os.Getenv("XDG_RUNTIME_DIR"); dir != "" {
		return filepath.Join(dir, "cardinal")
	}
	return filepath.Join(os.TempDir(), fmt.Sprintf("cardinal-%d", os.Getuid()))
}

// display returns the X11 display on which a window would open. ":0.0" and ":0" are the same. On macOS there is only
// one display.
func display() string {
	if runtime.GOOS == "darwin" {
		return ""
	}
	return strings.TrimSuffix(os.Getenv("DISPLAY"), ".0")
}

// makePrivate makes the folder. It returns an error if others may enter the folder.
func makePrivate(folder string) error {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	info, err := os.Lstat(folder)
	if err != nil {
		return err
	}
	owner, ok := info.Sys().(*syscall.Stat_t)
	if !info.IsDir() || info.Mode().Perm()&0o077 != 0 || !ok || int(owner.Uid) != os.Getuid() {
		return fmt.Errorf("others may enter %s", folder)
	}
	return nil
}

func refused(err error) bool { return errors.Is(err, syscall.ECONNREFUSED) }

// letToFront does nothing, since the window manager decides which window is in front.
func letToFront() {}
