package device

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// cardFacts asks the machine for what WebGPU does not report: the memory in bytes of the vendor's card, and its driver.
// If the machine has several cards of the vendor, the smallest memory is returned, since the system does not say which
// card the adapter is. 0 and "" mean unknown.
func cardFacts(vendor string) (memory int64, driver string) {
	var numbers []string
	unit := int64(1)
	switch vendor {
	case "nvidia":
		ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
		defer cancel()
		out, err := exec.CommandContext(ctx, "nvidia-smi", "--query-gpu=memory.total,driver_version",
			"--format=csv,noheader,nounits").Output()
		if err != nil {
			return 0, ""
		}
		for line := range strings.Lines(string(out)) {
			var number string
			number, driver, _ = strings.Cut(strings.TrimSpace(line), ", ")
			numbers = append(numbers, number)
		}
		unit = 1 << 20
	case "amd":
		files, _ := filepath.Glob("/sys/class/drm/card*/device/mem_info_vram_total")
		for _, f := range files {
			text, err := os.ReadFile(f)
			if err == nil {
				numbers = append(numbers, strings.TrimSpace(string(text)))
			}
		}
	}
	return smallest(numbers) * unit, driver
}

// smallest returns the smallest positive number, or 0.
func smallest(numbers []string) (least int64) {
	for _, f := range numbers {
		if v, err := strconv.ParseInt(f, 10, 64); err == nil && v > 0 && (least == 0 || v < least) {
			least = v
		}
	}
	return least
}
