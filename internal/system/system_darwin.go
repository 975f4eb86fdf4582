package system

import "golang.org/x/sys/unix"

// reclaimed are the counts of pages that the system gives without swapping: free ones, files that are cached,
// and what programs said they could do without.
var reclaimed = []string{"vm.page_free_count", "vm.page_pageable_external_count", "vm.page_purgeable_count"}

// FreeMemory is the bytes that the system could give without swapping, and false where the system does not say.
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

// Boot names the start of the machine, "" where the system does not tell.
func Boot() string {
	id, _ := unix.Sysctl("kern.bootsessionuuid")
	return id
}
