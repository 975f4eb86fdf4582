package groupby

import (
	"fmt"
	"os"
	"strings"
)

// resetPeak makes the kernel forget the process's peak memory so far.
func resetPeak() error {
	if err := os.WriteFile("/proc/self/clear_refs", []byte("5"), 0); err != nil {
		return fmt.Errorf("peak memory can be measured only where /proc/self/clear_refs can be written: %w", err)
	}
	return nil
}

// resident is the process's memory in bytes, now and at its peak since resetPeak.
func resident() (now, peak int64, err error) {
	content, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0, 0, fmt.Errorf("cannot read the process's memory: %w", err)
	}
	for line := range strings.Lines(string(content)) {
		name, value, _ := strings.Cut(line, ":")
		var to *int64
		switch name {
		case "VmRSS":
			to = &now
		case "VmHWM":
			to = &peak
		default:
			continue
		}
		if _, err := fmt.Sscanf(value, "%d kB", to); err != nil {
			return 0, 0, fmt.Errorf("cannot read %q of the process's memory: %w", line, err)
		}
		*to <<= 10
	}
	return now, peak, nil
}
