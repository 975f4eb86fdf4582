//go:build linux && (amd64 || arm64)

package wire

import (
	"fmt"
	"os"
	"syscall"
	"unsafe"
)

// CreateWindow makes memory that the app and its child can both map. It has no name, and goes with its last user.
func CreateWindow(size int) (*os.File, error) {
	name := []byte("cardinal-gpu\x00")
	const closeOnExec = 1
	fd, _, errno := syscall.Syscall(sysMemfdCreate, uintptr(unsafe.Pointer(&name[0])), closeOnExec, 0)
	if errno != 0 {
		return nil, fmt.Errorf("cannot create shared memory: %w", errno)
	}
	f := os.NewFile(fd, "window")
	// All of it at once: memory that turns out to be missing later would kill whoever touches it.
	if err := syscall.Fallocate(int(fd), 0, 0, int64(size)); err != nil {
		_ = f.Close()
		return nil, fmt.Errorf("cannot get %d bytes of shared memory: %w", size, err)
	}
	return f, nil
}

// MapWindow maps a window for reading and writing.
func MapWindow(f *os.File, size int) ([]byte, error) {
	return syscall.Mmap(int(f.Fd()), 0, size, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_SHARED)
}

func UnmapWindow(b []byte) { _ = syscall.Munmap(b) }

// InheritedWindow is the file that the child of a launch has beside its three standard ones.
func InheritedWindow() *os.File { return os.NewFile(3, "window") }
