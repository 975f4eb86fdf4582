package cli

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"
)

// TestWatch changes, breaks, removes and mends a file between the looks of pivot --watch.
func TestWatch(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.json")
	write := func(text string) {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(`[{"k": "a", "v": 1}]`)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	steps := []func(){
		func() { write(`[{"k": "a", "v": 1}, {"k": "b", "v": 20}]`) }, func() {},
		func() { write(`[{"k": "a", "v": 1}, {"k":`) }, func() {},
		func() { _ = os.Remove(path) }, func() {},
		func() { write(`[{"k": "c", "v": 3}]`) }, func() {},
		func() {}, cancel,
	}
	own := rest
	defer func() { rest = own }()
	rest = func(ctx context.Context) error {
		steps[0]()
		steps = steps[1:]
		return ctx.Err()
	}
	var out, notes bytes.Buffer
	code := Run(ctx, []string{"pivot", path, "--rows", "k", "--values", "sum(v)", "--format", "csv", "--totals", "none",
		"--watch"}, Streams{Out: &out, Err: &notes})
	want := "k,Sum of v\na,1\nk,Sum of v\na,1\nb,20\nk,Sum of v\nc,3\n"
	if code != 0 || out.String() != want || bytes.Count(notes.Bytes(), []byte("\n")) != 2 || len(steps) > 0 {
		t.Errorf("exit %d, printed\n%s\n%s\n%d steps left", code, &out, &notes, len(steps))
	}
	for _, bad := range []string{"https://host/a.csv", "-"} {
		code := Run(context.Background(), []string{"pivot", bad, "--watch"}, Streams{Out: &out, Err: &notes})
		if code != 2 {
			t.Errorf("%s: exit %d", bad, code)
		}
	}
}
