package follow

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// TestNext lets a file grow, vanish and come back, a step before each look.
func TestNext(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.csv")
	write := func(text string) func() {
		return func() {
			if err := os.WriteFile(path+".new", []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			if err := os.Rename(path+".new", path); err != nil {
				t.Fatal(err)
			}
		}
	}
	nothing, remove := func() {}, func() { _ = os.Remove(path) }
	write("a\n1\n")()
	look := func() Stamp { return Look([]string{path}) }
	ended := errors.New("ended")
	for _, tc := range []struct {
		name  string
		steps []func()
		want  func() Stamp
	}{
		{"nothing changes", []func(){nothing, nothing, nothing}, nil},
		{"it grows twice and rests", []func(){write("a\n1\n2\n"), write("a\n1\n2\n3\n"), nothing}, look},
		{"it grows at every look", []func(){write("a\n1\n"), write("a\n1\n22\n"), write("a\n1\n333\n")}, nil},
		{"it vanishes for one look", []func(){remove, write("a\n1\n4444\n"), nothing}, look},
		{"it vanishes", []func(){remove, nothing}, func() Stamp { return Stamp{} }},
		{"it comes back", []func(){write("a\n"), nothing}, look},
	} {
		known, steps := look(), tc.steps
		got, err := Next(context.Background(), known, look, func(context.Context) error {
			if len(steps) == 0 {
				return ended
			}
			steps[0]()
			steps = steps[1:]
			return nil
		})
		switch {
		case tc.want == nil:
			if !errors.Is(err, ended) {
				t.Errorf("%s: %+v %v", tc.name, got, err)
			}
		case err != nil || got != tc.want() || len(steps) > 0:
			t.Errorf("%s: %+v %v, want %+v, %d steps left", tc.name, got, err, tc.want(), len(steps))
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Next(ctx, Stamp{}, look, Second); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
