package worker

import (
	"os"
	"syscall"
)

// claim moves the wire away from the standard output. Drivers print there, and a line between two frames would end
// the conversation. From then on, printed text goes to the standard error.
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
