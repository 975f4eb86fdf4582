package cli

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestTooManyCells asks for crosstabs of some 4,000 by 4,000 labels, of numbers, of a date, and with combinations that
// no row has. The refusal names the ways out, and what all of it would take.
func TestTooManyCells(t *testing.T) {
	t.Chdir(t.TempDir())
	var b strings.Builder
	b.WriteString("a,b,at,price\n")
	for i := range 4000 {
		at := time.Date(2001, 1, 1, i, 0, 0, 0, time.UTC)
		fmt.Fprintf(&b, "%d,%d,%s,%d.5\n", i, i, at.Format("2006-01-02 15:04"), i)
	}
	if err := os.WriteFile("t.csv", []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	rows := []string{"pivot", "t.csv", "--rows", "a", "--tier", "serial"}
	pivot := slices.Concat(rows, []string{"--cols", "b"})
	const about, all = "about 16,000,000 cells are expected and 10,000,000 can be shown: ",
		"or run it all with --force, in about [0-9.]+ [mµ]?s and [0-9.]+ [kM]B of memory"
	for want, command := range map[string][]string{
		about + "keep the top 2,000 rows with --top 2000, " + all: pivot,
		about +
			`group at by month with trunc\(at, month\) in --cols \(about 4,000 rows by 6 columns\), keep the top 2,000 rows with --top 2000, ` + all: append(rows, "--cols", "at"),
		"about [0-9,]+ cells are expected and 10,000,000 can be shown: leave out --show-empty, or run it all with --force": {"pivot", "t.csv", "--rows", "bin(price, 0.00001)", "--show-empty", "--tier", "serial"},
	} {
		if got := runOnce(command); !regexp.MustCompile("^! cardinal: " + want + "\nexit 1\n$").MatchString(got) {
			t.Errorf("%s\nwant %s", got, want)
		}
	}
	for _, more := range [][]string{{"--top", "10"}, {"--format", "csv"}, {"--force", "--out", "all.csv"}} {
		if got := runOnce(append(pivot, more...)); strings.Contains(got, "exit") {
			t.Errorf("%v is refused", more)
		}
	}
}
