package memory

import (
	"unsafe"

	"cardinal/system"
)

// hugeFrom is the bytes from which Make asks for huge pages. A smaller array may hold no whole page of 2 MiB.
const hugeFrom = 4 << 20

// Make returns n zeros. It asks the system to back a large array with huge pages: the processor's table of addresses (TLB) holds some thousand pages,
// and an access to a page beyond them waits.
func Make[T any](n int) []T {
	s := make([]T, n)
	if bytes := uintptr(n) * unsafe.Sizeof(*new(T)); bytes >= hugeFrom {
		system.AdviseHugePages(unsafe.Pointer(unsafe.SliceData(s)), bytes)
	}
	return s
}
