package system

import (
	"bufio"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"
)

// TestHugePages wants the mark hg at the middle of an array in the system's list of mapped memory, and at an array that
// is smaller than a huge page.
func TestHugePages(t *testing.T) {
	array, small := make([]byte, 8<<20), make([]byte, 64<<10)
	AdviseHugePages(unsafe.Pointer(&array[0]), uintptr(len(array)))
	AdviseHugePages(unsafe.Pointer(&small[0]), uintptr(len(small)))
	if !slices.Contains(flags(t, uintptr(unsafe.Pointer(&array[len(array)/2]))), "hg") ||
		!slices.Contains(flags(t, uintptr(unsafe.Pointer(&small[0]))), "hg") {
		if _, err := os.Stat("/sys/kernel/mm/transparent_hugepage"); err != nil {
			t.Skip("the kernel has no huge pages")
		}
		t.Error("the array has no huge pages")
	}
	runtime.KeepAlive(array)
	runtime.KeepAlive(small)
}

// TestClearTouched expects zeros, also in pages that the array has in part. No byte beyond the array changes, and
// pages that were never touched take no memory.
func TestClearTouched(t *testing.T) {
	page := os.Getpagesize()
	const pages = 10_000
	whole, err := unix.Mmap(-1, 0, pages*page, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = unix.Munmap(whole) }()
	touched := func(i int) bool { return i%3 == 0 || i == pages-1 }
	for i := range pages {
		if touched(i) {
			for at := range page {
				whole[i*page+at] = 7
			}
		}
	}
	const before, after = 100, 5
	ClearTouched(whole[before : len(whole)-after])
	if pageMap() != nil {
		held := heldPages(pageMap(), whole, make([]byte, 8*pages))
		for i := range pages {
			if held(i) != touched(i) {
				t.Fatalf("page %d: held %v, want %v", i, held(i), touched(i))
			}
		}
	}
	for i, b := range whole {
		want := byte(0)
		if i < before || i >= len(whole)-after {
			want = 7
		}
		if b != want {
			t.Fatalf("byte %d is %d, want %d", i, b, want)
		}
	}
	ClearTouched(nil)
}

// flags returns the flags of the mapping at an address.
func flags(t *testing.T, address uintptr) []string {
	f, err := os.Open("/proc/self/smaps")
	if err != nil {
		t.Skip(err)
	}
	defer f.Close()
	within := false
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var from, to uintptr
		if n, _ := fmt.Sscanf(lines.Text(), "%x-%x ", &from, &to); n == 2 {
			within = from <= address && address < to
		}
		if list, ok := strings.CutPrefix(lines.Text(), "VmFlags:"); ok && within {
			return strings.Fields(list)
		}
	}
	t.Skip("the kernel tells no flags of mapped memory")
	return nil
}
