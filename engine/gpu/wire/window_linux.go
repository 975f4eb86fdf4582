package wire

import (
	"fmt"
	"os"
	"os/exec"
	"syscall"

	"golang.org/x/sys/unix"
)

// CreateWindow makes memory of `size` bytes that the app and its child can both map. The memory has no name, and is
// freed when both processes have ended.
func CreateWindow(size int) (*os.File, error) {
	fd, err := unix.MemfdCreate("cardinal-gpu", unix.MFD_CLOEXEC)
	if err != nil {
		return nil, fmt.Errorf("cannot create shared memory: %w", err)
	}
	f := os.NewFile(uintptr(fd), "window")
	// All memory is allocated at the start: if a page could not be allocated later, the system would kill the process
	// that touches it.
	if err := syscall.Fallocate(fd, 0, 0, int64(size)); err != nil {
		_ = f.Close()
		return nil, fmt.Errorf("cannot get %d bytes of shared memory: %w", size, err)
	}
	return f, nil
}

// MapWindow maps a window of `size` bytes for reading and writing.
func MapWindow(f *os.File, size int) ([]byte, error) {
	return syscall.Mmap(int(f.Fd()), 0, size, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_SHARED)
}

// UnmapWindow removes the mapping of a window.
func UnmapWindow(b []byte) { _ = syscall.Munmap(b) }

// Inherit hands a window to a child that is not started yet.
func Inherit(cmd *exec.Cmd, f *os.File) { cmd.ExtraFiles = []*os.File{f} }

// InheritedWindow returns the file that a child inherits besides its three standard files.
func InheritedWindow() *os.File { return os.NewFile(3, "window") }
