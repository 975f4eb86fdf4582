package cli

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// TestTooManyCells asks for a crosstab of 4,000 by 4,000 labels.
func TestTooManyCells(t *testing.T) {
	t.Chdir(t.TempDir())
	var b strings.Builder
	b.WriteString("a,b\n")
	for i := range 4000 {
		fmt.Fprintf(&b, "%d,%d\n", i, i)
	}
	if err := os.WriteFile("t.csv", []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	pivot := []string{"pivot", "t.csv", "--rows", "a", "--cols", "b", "--tier", "serial"}
	want := "! cardinal: about 16,000,000 cells are expected and 10,000,000 can be shown: keep the top 2,000 rows with --top 2000, or run it all with --force\nexit 1\n"
	if got := runOnce(pivot); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	for _, more := range [][]string{{"--top", "10"}, {"--format", "csv"}, {"--force", "--out", "all.csv"}} {
		if got := runOnce(append(pivot, more...)); strings.Contains(got, "exit") {
			t.Errorf("%v is refused", more)
		}
	}
}
