package cli

import (
	"os"
	"strings"
	"testing"
	"time"
)

// TestToday filters by dates that are counted from the day on which the test runs.
func TestToday(t *testing.T) {
	t.Chdir(t.TempDir())
	rows := "day,n\n"
	for back, n := range []string{"1", "2", "4", "8", "16"} {
		rows += time.Now().AddDate(0, 0, 1-back).Format(time.DateOnly) + "," + n + "\n" // from tomorrow back
	}
	if err := os.WriteFile("t.csv", []byte(rows), 0o600); err != nil {
		t.Fatal(err)
	}
	for filter, want := range map[string]string{
		"day in last 2 days of today": "6", "day in last 2 days": "3", "day in next 1 day of today": "1", "day in this day of today": "2",
		"day in previous day of today": "4", "not day in last 3 days of today": "17",
	} {
		before := time.Now().Format(time.DateOnly)
		out := runOnce([]string{"pivot", "t.csv", "--values", "sum(n)", "--filter", filter, "--format", "csv", "--tier", "serial"})
		if before != time.Now().Format(time.DateOnly) {
			t.Skip("midnight has passed")
		}
		if lines := strings.Fields(out); lines[len(lines)-1] != want {
			t.Errorf("%s: %s, want %s", filter, out, want)
		}
	}
}
