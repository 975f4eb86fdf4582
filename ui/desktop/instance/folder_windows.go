package instance

import (
	"errors"
	"os"
	"strconv"

	"golang.org/x/sys/windows"

	"cardinal/internal/localfile"
)

// Folder returns where the windows of this user listen: in the profile, which others may not enter.
func Folder() string {
	path, err := localfile.CachePath("windows")
	if err != nil {
		return ""
	}
	return path
}

// display names the session of the user, of which each has a desktop of its own.
func display() string {
	var session uint32
	if err := windows.ProcessIdToSessionId(windows.GetCurrentProcessId(), &session); err != nil {
		return ""
	}
	return strconv.FormatUint(uint64(session), 10)
}

func private(folder string) error { return os.MkdirAll(folder, 0o700) }

func refused(err error) bool { return errors.Is(err, windows.WSAECONNREFUSED) }

// letToFront lets a window that is open come to the front: Windows allows that to the program that a person has
// just started, and to those that it names.
func letToFront() {
	const anyProcess = ^uintptr(0)
	_, _, _ = windows.NewLazySystemDLL("user32.dll").NewProc("AllowSetForegroundWindow").Call(anyProcess)
}
