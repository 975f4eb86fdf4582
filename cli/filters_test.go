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
	year, month, day := time.Now().Date()
	if left := time.Until(time.Date(year, month, day+1, 0, 0, 0, 0, time.Local)); left < time.Minute {
		time.Sleep(left) // midnight would pass during the test
	}
	rows := "day,n\n"
	for back, n := range []string{"1", "2", "4", "8", "16"} {
		rows += time.Now().AddDate(0, 0, 1-back).Format(time.DateOnly) + "," + n + "\n" // from tomorrow back
	}
	if err := os.WriteFile("t.csv", []byte(rows), 0o600); err != nil {
		t.Fatal(err)
	}
	for filter, want := range map[string]string{
		"day in last 2 days of today": "6", "day in last 2 days": "3", "day in next 1 day of today": "1",
		"day in this day of today":     "2",
		"day in previous day of today": "4", "not day in last 3 days of today": "17",
	} {
		out := runOnce([]string{"pivot", "t.csv", "--values", "sum(n)", "--filter", filter, "--format", "csv",
			"--tier", "serial"})
		if lines := strings.Fields(out); lines[len(lines)-1] != want {
			t.Errorf("%s: %s, want %s", filter, out, want)
		}
	}
}
