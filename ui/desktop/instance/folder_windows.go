package instance

import (
	"errors"
	"os"
	"strconv"

	"golang.org/x/sys/windows"

	"cardinal/internal/localfile"
)

// Folder returns the folder in which the windows of this user listen. It is in the user's profile, which others may not
// enter.
func Folder() string {
	path, _ := localfile.CachePath("windows")
	return path
}

// display returns the session of Windows, since each session has its own desktop.
func display() string {
	var session uint32
	if err := windows.ProcessIdToSessionId(windows.GetCurrentProcessId(), &session); err != nil {
		return ""
	}
	return strconv.FormatUint(uint64(session), 10)
}

func makePrivate(folder string) error { return os.MkdirAll(folder, 0o700) }

func refused(err error) bool { return errors.Is(err, windows.WSAECONNREFUSED) }

// letToFront lets another window of this program come to the front. Windows allows that only if the program that a
// person has just started permits it.
func letToFront() {
	const anyProcess = ^uintptr(0)
	_, _, _ = windows.NewLazySystemDLL("user32.dll").NewProc("AllowSetForegroundWindow").Call(anyProcess)
}
