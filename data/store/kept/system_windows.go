package kept

import (
	"fmt"
	"os"
	"unsafe"

	"golang.org/x/sys/windows"
)

// mapFile maps a file into memory, privately.
func mapFile(f *os.File, size int64) ([]byte, error) {
	h, err := windows.CreateFileMapping(windows.Handle(f.Fd()), nil, windows.PAGE_WRITECOPY, uint32(size>>32),
		uint32(size), nil)
	if err != nil {
		return nil, fmt.Errorf("cannot map %s: %w", f.Name(), err)
	}
	defer func() { _ = windows.CloseHandle(h) }() // the view keeps the mapping
	at, err := windows.MapViewOfFile(h, windows.FILE_MAP_COPY, 0, 0, uintptr(size))
	if err != nil {
		return nil, fmt.Errorf("cannot map %s: %w", f.Name(), err)
	}
	return unsafe.Slice((*byte)(*(*unsafe.Pointer)(unsafe.Pointer(&at))), size), nil
}

// cool takes the pages of a mapping out of the process: Windows removes pages that are unlocked without having been
// locked.
func cool(mapped []byte) {
	_ = windows.VirtualUnlock(uintptr(unsafe.Pointer(unsafe.SliceData(mapped))), uintptr(len(mapped)))
}

// stamp returns "", because Windows does not tell.
func stamp(string) string { return "" }

// isOwn returns true: the user's profile lets nobody else write to it.
func isOwn(os.FileInfo) bool { return true }
