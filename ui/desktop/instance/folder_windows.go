package instance

import (
	"errors"
	"os"
	"strconv"

	"golang.org/x/sys/windows"

	"cardinal/internal/localfile"
)

// Folder returns the folder in which the windows of this user listen. It is in the profile, which others may not
// enter.
func Folder() string {
	path, _ := localfile.CachePath("windows")
	return path
}

// display returns the session of Windows; each session has its own desktop.
func display() string {
	var session uint32
	if err := windows.ProcessIdToSessionId(windows.GetCurrentProcessId(), &session); err != nil {
		return ""
	}
	return strconv.FormatUint(uint64(session), 10)
}

func makePrivate(folder string) error { return os.MkdirAll(folder, 0o700) }

func refused(err error) bool { return errors.Is(err, windows.WSAECONNREFUSED) }

// letToFront lets an open window come to the front. Windows allows that only to the program that a person has just
// started, and to the programs that it names.
func letToFront() {
	const anyProcess = ^uintptr(0)
	_, _, _ = windows.NewLazySystemDLL("user32.dll").NewProc("AllowSetForegroundWindow").Call(anyProcess)
}
