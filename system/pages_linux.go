package system

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// hugePage is the bytes of a huge page on amd64, and on arm64 with pages of 4 KiB.
const hugePage = 2 << 20

// AdviseHugePages asks the system to back the huge pages that lie wholly within an array with memory of one piece each. A system that gives none ignores it.
func AdviseHugePages(array unsafe.Pointer, bytes uintptr) {
	skip := -uintptr(array) % hugePage
	if skip >= bytes || bytes-skip < hugePage {
		return
	}
	whole := (bytes - skip) / hugePage * hugePage
	_ = unix.Madvise(unsafe.Slice((*byte)(unsafe.Add(array, skip)), whole), unix.MADV_HUGEPAGE)
}
