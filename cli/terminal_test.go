package cli

import (
	"encoding/json"
	"strings"
	"testing"
)

// TestColors colours the first word of an error, and the headings of the help, if that is asked for.
func TestColors(t *testing.T) {
	for when, want := range map[string]bool{"always": true, "never": false, "auto": false} {
		var out, errs strings.Builder
		Run(t.Context(), []string{"pivot", "gone.csv", "--color", when}, Streams{Out: &out, Err: &errs})
		if got := strings.HasPrefix(errs.String(), red+"cardinal:"+plain+" gone.csv"); got != want {
			t.Errorf("--color %s: %q", when, errs.String())
		}
		Run(t.Context(), []string{"pivot", "--color=" + when, "--help"}, Streams{Out: &out, Err: &errs})
		if got := strings.Contains(out.String(), bold+"Layout"+plain); got != want {
			t.Errorf("--color %s: %q", when, out.String()[:200])
		}
	}
}

// TestProgressForPrograms reads the lines of --progress json.
func TestProgressForPrograms(t *testing.T) {
	var out, errs strings.Builder
	args := []string{"pivot", "../assets/sales.parquet", "-r", "region", "--progress", "json", "--tier", "serial"}
	if code := Run(t.Context(), args, Streams{Out: &out, Err: &errs}); code != 0 {
		t.Fatal(errs.String())
	}
	stages := map[string]bool{}
	for line := range strings.Lines(errs.String()) {
		var p progressLine
		if err := json.Unmarshal([]byte(line), &p); err != nil || p.Done < 0 || p.Done > 1 {
			t.Errorf("%v: %q", err, line)
		}
		stages[p.Stage] = true
	}
	if !stages["reading"] || !stages["aggregate"] {
		t.Errorf("the stages are %v", stages)
	}
}
