package memory

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"cardinal/internal/separators"
)

// units are the units of sizes by their names in lower case.
var units = map[string]float64{
	"kb": 1e3, "mb": 1e6, "gb": 1e9, "tb": 1e12,
	"kib": 1 << 10, "mib": 1 << 20, "gib": 1 << 30, "tib": 1 << 40,
}

// Parse reads a size such as 2GB, 1.5 GB or 512MiB.
func Parse(text string) (int64, error) {
	number := strings.TrimRight(strings.ToLower(text), "kmgtib")
	unit, known := units[strings.ToLower(text)[len(number):]]
	n, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
	if bytes := n * unit; err == nil && known && bytes >= 1 && bytes < math.MaxInt64 {
		return int64(bytes), nil
	}
	return 0, fmt.Errorf("%q is no size: write 2GB, 1.5GB or 512MB", text)
}

// Format writes a size for people: 999 bytes, 2.4 kB, 24 MB.
func Format(bytes int64) string {
	if bytes < 1000 {
		return separators.Counted(bytes, "byte")
	}
	size, shown := float64(bytes)/1000, []string{"kB", "MB", "GB", "TB"}
	for size >= 999.95 && len(shown) > 1 {
		size, shown = size/1000, shown[1:]
	}
	return separators.Show(strconv.FormatFloat(math.Round(size*10)/10, 'f', -1, 64)) + " " + shown[0]
}
