package outside

import (
	"errors"
	"os/exec"
	"runtime"
	"syscall"

	"golang.org/x/sys/windows"
)

// Open shows a file or a folder in the program that Windows has for it. The address of a file would not do:
// Windows reads its signs by the code page of the system. Windows reports failures at once.
func Open(path string, _ func(error)) error {
	name, err := windows.UTF16PtrFromString(path)
	if err != nil {
		return err
	}
	runtime.LockOSThread() // programs may be started by objects of COM, which belong to a thread
	defer runtime.UnlockOSThread()
	// 1: it was initialised already
	if err := windows.CoInitializeEx(0, windows.COINIT_APARTMENTTHREADED); err == nil || errors.Is(err, syscall.Errno(1)) {
		defer windows.CoUninitialize()
	}
	return windows.ShellExecute(0, nil, name, nil, nil, windows.SW_SHOWNORMAL)
}

// Show shows a file among the others of its folder. Explorer's exit code says nothing, and it reads the rest of
// its line as one path.
func Show(path string, _ func(error)) error {
	cmd := exec.Command("explorer.exe")
	cmd.SysProcAttr = &syscall.SysProcAttr{CmdLine: `explorer.exe /select,"` + path + `"`}
	if err := cmd.Start(); err != nil {
		return err
	}
	return cmd.Process.Release()
}
