package outside

import (
	"errors"
	"os/exec"
	"runtime"
	"syscall"

	"golang.org/x/sys/windows"
)

// Open opens a file or a folder in the program that Windows has for it. It passes the path instead of an address, since
// Windows would decode an address by the system's code page. Windows reports failures at once.
func Open(path string, _ func(error)) error {
	name, err := windows.UTF16PtrFromString(path)
	if err != nil {
		return err
	}
	runtime.LockOSThread() // the program may be started by COM objects, which belong to a thread
	defer runtime.UnlockOSThread()
	// 1: it was initialised already
	if err := windows.CoInitializeEx(0, windows.COINIT_APARTMENTTHREADED); err == nil ||
		errors.Is(err, syscall.Errno(1)) {
		defer windows.CoUninitialize()
	}
	return windows.ShellExecute(0, nil, name, nil, nil, windows.SW_SHOWNORMAL)
}

// Show shows a file in its folder. It ignores the exit code of Explorer, which has no meaning. Explorer reads the rest
// of its command line as one path.
func Show(path string, _ func(error)) error {
	cmd := exec.Command("explorer.exe")
	cmd.SysProcAttr = &syscall.SysProcAttr{CmdLine: `explorer.exe /select,"` + path + `"`}
	if err := cmd.Start(); err != nil {
		return err
	}
	return cmd.Process.Release()
}
