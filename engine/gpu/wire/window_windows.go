package wire

import (
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"syscall"
	"unsafe"

	"golang.org/x/sys/windows"
)

// inherited names the environment variable that tells a child the handle of its window.
const inherited = "CARDINAL_GPU_WINDOW"

// CreateWindow makes memory of `size` bytes that the app and its child can both map. The memory has no name, and is
// freed when both processes have ended. The system reserves all of the memory at once.
func CreateWindow(size int) (*os.File, error) {
	all := windows.SecurityAttributes{InheritHandle: 1}
	all.Length = uint32(unsafe.Sizeof(all))
	h, err := windows.CreateFileMapping(windows.InvalidHandle, &all, windows.PAGE_READWRITE, uint32(uint64(size)>>32),
		uint32(size), nil)
	if err != nil {
		return nil, fmt.Errorf("cannot get %d bytes of shared memory: %w", size, err)
	}
	return os.NewFile(uintptr(h), "window"), nil
}

// MapWindow maps a window of `size` bytes for reading and writing.
func MapWindow(f *os.File, size int) ([]byte, error) {
	if f == nil {
		return nil, os.ErrInvalid
	}
	at, err := windows.MapViewOfFile(windows.Handle(f.Fd()), windows.FILE_MAP_READ|windows.FILE_MAP_WRITE, 0,
		0, uintptr(size))
	if err != nil {
		return nil, fmt.Errorf("cannot map shared memory: %w", err)
	}
	return unsafe.Slice((*byte)(*(*unsafe.Pointer)(unsafe.Pointer(&at))), size), nil
}

// UnmapWindow removes the mapping of a window.
func UnmapWindow(b []byte) { _ = windows.UnmapViewOfFile(uintptr(unsafe.Pointer(unsafe.SliceData(b)))) }

// Inherit hands a window to a child that is not started yet.
func Inherit(cmd *exec.Cmd, f *os.File) {
	if cmd.SysProcAttr == nil {
		cmd.SysProcAttr = &syscall.SysProcAttr{}
	}
	cmd.SysProcAttr.AdditionalInheritedHandles = append(cmd.SysProcAttr.AdditionalInheritedHandles,
		syscall.Handle(f.Fd()))
	cmd.Env = append(cmd.Environ(), fmt.Sprintf("%s=%d", inherited, f.Fd()))
}

// InheritedWindow returns the window that the app has handed to this child, or nil.
func InheritedWindow() *os.File {
	h, err := strconv.ParseUint(os.Getenv(inherited), 10, 64)
	if err != nil {
		return nil
	}
	return os.NewFile(uintptr(h), "window")
}
