package system

import (
	"fmt"
	"os"
	"strings"
)

// FreeMemory returns the bytes that the system can give without swapping, or false if the system does not say.
func FreeMemory() (int64, bool) {
	info, _ := os.ReadFile("/proc/meminfo") // empty if /proc is not mounted
	_, rest, _ := strings.Cut(string(info), "MemAvailable:")
	var kib int64
	n, _ := fmt.Sscanf(rest, "%d kB", &kib)
	return kib << 10, n == 1
}

// BootID returns a name for the last start of the machine, or "" if the system does not say.
func BootID() string {
	id, _ := os.ReadFile("/proc/sys/kernel/random/boot_id")
	return strings.TrimSpace(string(id))
}
