package load

import (
	"fmt"
	"math"
	"os"
	"runtime/debug"
	"strings"
)

// memoryLimit is the number of bytes that a table may take: the memory that the system calls available, and no more than the limit
// set for this program. It is 0 where neither is known. Go ends the program when memory runs out, so a load asks before it
// allocates.
func memoryLimit() int64 {
	free := availableMemory()
	if set := debug.SetMemoryLimit(-1); set < math.MaxInt64 && (free == 0 || set < free) {
		free = set
	}
	return free
}

// availableMemory is the number of bytes that Linux calls available, and 0 on other systems.
func availableMemory() int64 {
	info, _ := os.ReadFile("/proc/meminfo")
	_, rest, _ := strings.Cut(string(info), "MemAvailable:")
	kb := int64(0)
	_, _ = fmt.Sscanf(rest, "%d kB", &kb) // kb stays 0 where the file has no such number
	return kb << 10
}
