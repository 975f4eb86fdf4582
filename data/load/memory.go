package load

import (
	"bufio"
	"math"
	"os"
	"runtime/debug"
	"strconv"
	"strings"
)

// memoryLimit is how many bytes a table may take, 0 where nobody knows: what the system says is free, and no more than
// the limit set for this program. Go ends the program when memory runs out, so a load asks before it allocates.
func memoryLimit() int64 {
	free := availableMemory()
	if set := debug.SetMemoryLimit(-1); set < math.MaxInt64 && (free == 0 || set < free) {
		free = set
	}
	return free
}

// availableMemory reads what Linux calls available; elsewhere it is unknown, 0.
func availableMemory() int64 {
	f, err := os.Open("/proc/meminfo")
	if err != nil {
		return 0
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		rest, ok := strings.CutPrefix(lines.Text(), "MemAvailable:")
		if !ok {
			continue
		}
		kb, err := strconv.ParseInt(strings.TrimSpace(strings.TrimSuffix(rest, "kB")), 10, 64)
		if err == nil {
			return kb << 10
		}
	}
	return 0
}
