package cli

import (
	"fmt"
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

// TestFilterRareTexts filters by a column of texts that seldom repeat. The counts and the notes are the same if a
// measure needs distinct labels of the column, too.
func TestFilterRareTexts(t *testing.T) {
	t.Chdir(t.TempDir())
	var b strings.Builder
	b.WriteString("note,n\n")
	for i := range 60_000 {
		switch {
		case i%6_000 == 5_000:
			b.WriteString("again,1\n")
		case i == 50_000:
			b.WriteString("again ,1\n")
		case i%1_000 == 0:
			b.WriteString(",1\n")
		default:
			fmt.Fprintf(&b, "a remark of some length with the number %d,1\n", i)
		}
	}
	if err := os.WriteFile("t.csv", []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	for filter, want := range map[string]string{"note = 'again'": "10", "note in ('again', 'more')": "10",
		"note contains 'again'": "11", "not note contains 'again'": "59940", "note is null": "49",
		"note > 'a remark'": "59951", "note ends '77' or note begins 'again'": "611"} {
		args := []string{"pivot", "t.csv", "--values", "count()", "--filter", filter, "--format", "csv",
			"--tier", "serial"}
		compared := runOnce(args)
		args[3] = "count(), distinct(note)"
		counted := runOnce(args)
		plain, distinct := strings.SplitN(compared, "\n", 3), strings.SplitN(counted, "\n", 3)
		if len(plain) < 3 || len(distinct) < 3 || plain[1] != want || !strings.HasPrefix(distinct[1], want+",") {
			t.Fatalf("%s: %s, want %s as in %s", filter, compared, want, counted)
		}
		if !strings.Contains(plain[2], "lookalikes") || plain[2] != distinct[2] {
			t.Errorf("%s: the note is %q, and with distinct labels %q", filter, plain[2], distinct[2])
		}
	}
}
