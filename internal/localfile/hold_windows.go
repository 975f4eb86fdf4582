package localfile

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// lockedByte is the position of the locked byte, after the end of any file: other programs cannot read a locked byte on
// Windows.
const lockedByte = 1 << 30 // in units of 4 GB

// open opens a file so that it can be renamed and removed while it is open, and takes its lock.
func open(path string) (f *os.File, locked error) {
	name, err := windows.UTF16PtrFromString(path)
	if err != nil {
		return nil, err
	}
	h, err := windows.CreateFile(name, windows.GENERIC_READ,
		windows.FILE_SHARE_READ|windows.FILE_SHARE_WRITE|windows.FILE_SHARE_DELETE,
		nil, windows.OPEN_EXISTING, windows.FILE_FLAG_OPEN_REPARSE_POINT, 0)
	if err != nil {
		return nil, err
	}
	at := windows.Overlapped{OffsetHigh: lockedByte}
	locked = windows.LockFileEx(h, windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &at)
	return os.NewFile(uintptr(h), path), locked
}

// hold locks the file at path until release is called or the process ends. It fails if another process removes the file
// at that moment. On a file system without locks, it succeeds; there, no file is ever swept.
func hold(path string) (release func(), held bool) {
	f, err := open(path)
	if f == nil {
		return nil, false
	}
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) || !isSame(f, path) {
		_ = f.Close()
		return nil, false
	}
	return func() { _ = f.Close() }, true
}

// removeFree removes a file that no process holds.
func removeFree(path string) bool {
	f, err := open(path)
	if f == nil {
		return false
	}
	defer f.Close()
	return err == nil && isSame(f, path) && os.Remove(path) == nil
}

// TakeOver holds a file that Claim made and whose process has ended.
func TakeOver(path string) (release func(), taken bool) { return hold(path) }
