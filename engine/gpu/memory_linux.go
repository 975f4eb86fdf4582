package gpu

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// memoryBytes asks the machine for what WebGPU does not tell: the memory of the vendor's card. Of several cards it
// takes the smallest, since nothing says which of them the adapter is. 0 means unknown.
func memoryBytes(vendor string) int64 {
	var figures []string
	unit := int64(1)
	switch vendor {
	case "nvidia":
		ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
		defer cancel()
		out, err := exec.CommandContext(ctx, "nvidia-smi", "--query-gpu=memory.total", "--format=csv,noheader,nounits").Output()
		if err != nil {
			return 0
		}
		figures, unit = strings.Fields(string(out)), 1<<20
	case "amd":
		files, _ := filepath.Glob("/sys/class/drm/card*/device/mem_info_vram_total")
		for _, f := range files {
			text, err := os.ReadFile(f)
			if err == nil {
				figures = append(figures, strings.TrimSpace(string(text)))
			}
		}
	}
	return smallest(figures) * unit
}

// smallest is the smallest positive figure, 0 where there is none.
func smallest(figures []string) (least int64) {
	for _, f := range figures {
		if v, err := strconv.ParseInt(f, 10, 64); err == nil && v > 0 && (least == 0 || v < least) {
			least = v
		}
	}
	return least
}
