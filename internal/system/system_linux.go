package system

import (
	"fmt"
	"os"
	"strings"
)

// FreeMemory is the bytes that the system could give without swapping, and false where the system does not say.
func FreeMemory() (int64, bool) {
	info, _ := os.ReadFile("/proc/meminfo") // nothing where /proc is not mounted
	_, rest, _ := strings.Cut(string(info), "MemAvailable:")
	var kib int64
	n, _ := fmt.Sscanf(rest, "%d kB", &kib)
	return kib << 10, n == 1
}

// Boot names the start of the machine, "" where the system does not tell.
func Boot() string {
	id, _ := os.ReadFile("/proc/sys/kernel/random/boot_id")
	return strings.TrimSpace(string(id))
}
