package report

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// Machine returns one sentence: the day, the processor, its cores and memory, and the Go version.
func Machine() string {
	s := fmt.Sprintf("%s, %s, %d cores", time.Now().Format(time.DateOnly), processor(), runtime.NumCPU())
	if kb := field("/proc/meminfo", "MemTotal"); kb != "" {
		if n, err := strconv.Atoi(strings.TrimSuffix(kb, " kB")); err == nil {
			s += fmt.Sprintf(", %d GiB", (n+1<<19)>>20)
		}
	}
	return s + ", " + runtime.Version() + " " + runtime.GOOS + "/" + runtime.GOARCH + "."
}

func processor() string {
	name := field("/proc/cpuinfo", "model name")
	if name == "" {
		return runtime.GOARCH
	}
	if cache := field("/proc/cpuinfo", "cache size"); cache != "" {
		name += " (cache " + cache + ")"
	}
	return name
}

// field returns the first value of a name in a file of "name: value" lines, or "".
func field(path, name string) string {
	content, err := os.ReadFile(path)
	if err != nil {
		return ""
	}
	for line := range strings.Lines(string(content)) {
		if key, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(key) == name {
			return strings.TrimSpace(value)
		}
	}
	return ""
}
