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
)

// TestHugePages wants the mark hg at the middle of an array in the system's list of mapped memory.
func TestHugePages(t *testing.T) {
	array := make([]byte, 8<<20)
	AdviseHugePages(unsafe.Pointer(&array[0]), uintptr(len(array)))
	AdviseHugePages(unsafe.Pointer(&array[0]), 100) // holds no page
	if !slices.Contains(flags(t, uintptr(unsafe.Pointer(&array[len(array)/2]))), "hg") {
		if _, err := os.Stat("/sys/kernel/mm/transparent_hugepage"); err != nil {
			t.Skip("the kernel has no huge pages")
		}
		t.Error("the array has no huge pages")
	}
	runtime.KeepAlive(array)
}

// flags are the flags of the mapping that an address lies in.
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
