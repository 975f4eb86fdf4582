package system

import "golang.org/x/sys/unix"

// reclaimed are the counts of pages that the system can give without swapping: free pages, cached files, and pages
// that programs marked as dispensable.
var reclaimed = []string{"vm.page_free_count", "vm.page_pageable_external_count", "vm.page_purgeable_count"}

// FreeMemory returns the bytes that the system can give without swapping, or false if the system does not say.
func FreeMemory() (int64, bool) {
	var pages int64
	for _, name := range reclaimed {
		n, err := unix.SysctlUint32(name)
		if err != nil {
			return 0, false
		}
		pages += int64(n)
	}
	return pages * int64(unix.Getpagesize()), true
}

// BootID returns a name for the last start of the machine, or "" if the system does not say.
func BootID() string {
	id, _ := unix.Sysctl("kern.bootsessionuuid")
	return id
}
