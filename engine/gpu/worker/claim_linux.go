package worker

import (
	"os"
	"syscall"
)

// claim returns a copy of the standard output for the frames, and redirects the standard output to the standard error.
// Drivers print to the standard output, and a line between two frames would break the conversation.
func claim(f *os.File) *os.File {
	wire, err := syscall.Dup(int(f.Fd()))
	if err != nil {
		return f
	}
	syscall.CloseOnExec(wire)
	if err := syscall.Dup3(int(os.Stderr.Fd()), int(f.Fd()), 0); err != nil {
		_ = syscall.Close(wire)
		return f
	}
	return os.NewFile(uintptr(wire), "wire")
}
