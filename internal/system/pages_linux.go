package system

import (
	"encoding/binary"
	"os"
	"sync"
	"unsafe"

	"golang.org/x/sys/unix"
)

// hugePage is the size of a huge page on amd64, and on arm64 with pages of 4 KiB.
const hugePage = 2 << 20

// advised has the numbers of the blocks of hugePage bytes for which AdviseHugePages asked.
var advised sync.Map

// AdviseHugePages asks the system to back with huge pages every block of 2 MiB that an array of Go's heap is in. Small
// arrays share a block, and the first touch of each small page waits for the system: 0.3 µs, or 20 in some virtual
// machines. A block stays a part of the heap, so one request for it is enough. A system without huge pages ignores the
// request.
func AdviseHugePages(array unsafe.Pointer, bytes uintptr) {
	first, end, fresh := uintptr(array)/hugePage, (uintptr(array)+bytes+hugePage-1)/hugePage, false
	for block := first; block < end; block++ {
		if _, known := advised.Load(block); !known {
			advised.Store(block, nil)
			fresh = true
		}
	}
	if fresh { // the mapped parts are advised even if other parts are not mapped
		_, _, _ = unix.Syscall(unix.SYS_MADVISE, first*hugePage, (end-first)*hugePage, unix.MADV_HUGEPAGE)
	}
}

// KnowsUntouched is true if ClearTouched skips pages that nobody has touched.
const KnowsUntouched = true

// heldBits are the bits of an entry of the page map for a page in memory or swapped out (Linux,
// Documentation/admin-guide/mm/pagemap.rst). A page with neither bit is zero at the first touch.
const heldBits = 3 << 62

// pageMap has an entry of eight bytes for each page of this process. It is nil if the system hides the map or shows
// something else.
var pageMap = sync.OnceValue(func() *os.File {
	f, err := os.Open("/proc/self/pagemap")
	if err != nil {
		return nil
	}
	page := os.Getpagesize()
	two, err := unix.Mmap(-1, 0, 2*page, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON)
	if err == nil {
		defer func() { _ = unix.Munmap(two) }()
		two[page] = 1
		if held := heldPages(f, two, make([]byte, 16)); held != nil && !held(0) && held(1) {
			return f
		}
	}
	_ = f.Close()
	return nil
})

// heldPages reads the page map for the pages of an array. held reports whether the system holds contents for page i.
// It is nil if that is not known.
func heldPages(f *os.File, array, entries []byte) (held func(i int) bool) {
	if f == nil {
		return nil
	}
	first := int64(uintptr(unsafe.Pointer(unsafe.SliceData(array)))) / int64(os.Getpagesize())
	if n, err := f.ReadAt(entries, 8*first); err != nil || n < len(entries) {
		return nil
	}
	return func(i int) bool { return binary.NativeEndian.Uint64(entries[8*i:])&heldBits != 0 }
}

// ClearTouched sets an array to zero. It takes no memory for pages that nobody has touched.
func ClearTouched(array []byte) {
	page := os.Getpagesize()
	entries := make([]byte, 8*min(4096, len(array)/page+2))
	for len(array) > 0 {
		skip := int(uintptr(unsafe.Pointer(unsafe.SliceData(array)))) % page // of the first page
		pages := min(len(entries)/8, (skip+len(array)+page-1)/page)
		part := array[:min(len(array), pages*page-skip)]
		array = array[len(part):]
		held := heldPages(pageMap(), part, entries[:8*pages])
		if held == nil {
			clear(part)
			continue
		}
		for i := range pages {
			here := part[:min(len(part), page-skip)]
			if held(i) {
				clear(here)
			}
			part, skip = part[len(here):], 0
		}
	}
}
