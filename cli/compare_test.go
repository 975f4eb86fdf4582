package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"cardinal/profiler"
)

func TestCompare(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("t.csv", []byte("k,n\na,1\nb,2\na,3\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	compare := func(form string) (out, errs string) {
		var o, e bytes.Buffer
		if code := Run(context.Background(), []string{"pivot", "t.csv", "--rows", "k", "--values", "sum(n)",
			"--compare", form}, Streams{Out: &o, Err: &e}); code != 0 {
			t.Fatalf("exit %d: %s", code, e.String())
		}
		return o.String(), e.String()
	}
	out, errs := compare("json")
	var c profiler.Comparison
	if err := json.Unmarshal([]byte(errs), &c); err != nil || len(c.Trials) != 3 || c.Trials[0].Runs == 0 ||
		c.Chosen != "serial" || len(c.Differ) != 0 {
		t.Errorf("%+v, %v", c, err)
	}
	if !strings.Contains(out, "Sum of n") {
		t.Errorf("the answer is missing: %s", out)
	}
	_, errs = compare("text")
	for _, want := range []string{"predicted ms", "one core", "all cores", "the GPU", "Every figure was the same " +
		"everywhere.\n"} {
		if !strings.Contains(errs, want) {
			t.Errorf("%q is missing in\n%s", want, errs)
		}
	}
}
