package cli

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestWideTable pivots a table of 5,000 columns by the last column, and has a measure of each. One short sentence
// names a column that the table does not have.
func TestWideTable(t *testing.T) {
	const columns = 5000
	names, row := make([]string, columns), make([]string, columns)
	for i := range names {
		names[i], row[i] = fmt.Sprintf("c%d", i), fmt.Sprint(i)
	}
	path := tableOf(t, strings.Join(names, ",")+"\n"+strings.Join(row, ",")+"\n")
	if got := said(t, 0, path, "--rows", "c4999", "--values", "sum(c4998)", "--format",
		"csv"); got != "c4999,Sum of c4998\n4999,4998\n\"Total\",4998\n" {
		t.Errorf("prints %q", got)
	}
	measures := make([]string, columns)
	for i := range measures {
		measures[i] = []string{"sum", "avg", "stddevp", "median"}[i%4] + "(" + names[i] + ")"
	}
	got := said(t, 0, path, "--values", strings.Join(measures, ","), "--format", "json")
	if !strings.Contains(got, `"cells":[[[0,1,0,3,4,5,0,7,`) ||
		!strings.Contains(got, `4992,4993,0,4995,4996,4997,0,4999]]]`) {
		t.Errorf("5,000 measures print %.200s", got)
	}
	if got := said(t, 1, path, "--rows", "c5000"); len(got) > 200 ||
		!strings.Contains(got, `no column "c5000"; the columns are c500,`) {
		t.Errorf("%d bytes: %.200s", len(got), got)
	}
}

// TestLongLabels keeps labels of 10,000 characters apart that differ in the last one, and writes them whole.
func TestLongLabels(t *testing.T) {
	long := strings.Repeat("é", 9999)
	path := tableOf(t, "text,n\n"+long+"a,1\n"+long+"b,2\n"+long+"a,4\n")
	if got, want := said(t, 0, path, "--rows", "text", "--values", "sum(n)", "--totals", "none", "--format", "csv"),
		"text,Sum of n\n"+long+"a,5\n"+long+"b,2\n"; got != want {
		t.Errorf("prints %d bytes, want %d", len(got), len(want))
	}
}

// TestMillionsOfGroups refuses a table of more cells than anybody reads before any row is grouped, and names
// the ways out.
func TestMillionsOfGroups(t *testing.T) {
	var b strings.Builder
	b.WriteString("a,b\n")
	for i := range 3300 {
		fmt.Fprintf(&b, "%d,%d\n", i, i)
	}
	path := tableOf(t, b.String())
	got := said(t, 1, path, "--rows", "a", "--cols", "b")
	if !strings.Contains(got, "--top") || !strings.Contains(got, "--force") ||
		!strings.Contains(got, "more than 10,000,000 cells") {
		t.Errorf("says %s", got)
	}
	if got := said(t, 0, path, "--rows", "a", "--cols", "b", "--top", "3", "--totals", "none", "--format",
		"csv"); strings.Count(got, "\n") != 4 {
		t.Errorf("a top leads to %d lines", strings.Count(got, "\n"))
	}
}

func tableOf(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "t.csv")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// said runs a pivot that must exit with code. It returns what the pivot prints on the standard output, or on the
// standard error if code is not 0.
func said(t *testing.T, code int, args ...string) string {
	t.Helper()
	var out, errs bytes.Buffer
	if got := Run(context.Background(), append([]string{"pivot"}, args...),
		Streams{Out: &out, Err: &errs}); got != code {
		t.Fatalf("exit %d: %s", got, errs.String())
	}
	if code != 0 {
		return errs.String()
	}
	return out.String()
}
