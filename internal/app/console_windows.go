package app

import (
	"fmt"
	"os"

	"golang.org/x/sys/windows"
)

// joinConsole joins the console of the program that started this one, so that Ctrl+C reaches commands. The program has
// no console of its own, because a double click would then open one. Redirected streams stay redirected. Without a
// console, joinConsole changes nothing.
func joinConsole() {
	const parent = ^uintptr(0)
	kernel := windows.NewLazySystemDLL("kernel32.dll")
	joined, _, _ := kernel.NewProc("AttachConsole").Call(parent)
	if joined == 0 {
		return
	}
	for _, stream := range []struct {
		name string
		file **os.File
	}{{"CONOUT$", &os.Stdout}, {"CONOUT$", &os.Stderr}, {"CONIN$", &os.Stdin}} {
		if !leadsNowhere(*stream.file) {
			continue
		}
		if f, err := os.OpenFile(stream.name, os.O_RDWR, 0); err == nil {
			*stream.file = f
		}
	}
}

// leadsNowhere reports whether a standard stream has no reader: it is neither a console nor redirected, as after a
// double click.
func leadsNowhere(f *os.File) bool {
	h := windows.Handle(f.Fd())
	return h == 0 || h == windows.InvalidHandle
}

// showReason says in a message box why no window can open. It returns false if the person can read printed text
// instead: after a double click nobody could.
func showReason(why error) bool {
	if !leadsNowhere(os.Stderr) {
		return false
	}
	title, _ := windows.UTF16PtrFromString("Cardinal")
	text, err := windows.UTF16PtrFromString(fmt.Sprintf("Cardinal cannot open its window: %v.\n\nThe window needs "+
		"OpenGL 2.1. Install the driver of the graphics card; "+
		"a Remote Desktop may offer none. The commands work without a window: cardinal --help in a command line "+
		"lists them.", why))
	if err != nil {
		return false
	}
	_, err = windows.MessageBox(0, text, title, windows.MB_ICONERROR)
	return err == nil
}
