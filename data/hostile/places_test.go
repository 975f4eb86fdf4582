package hostile

import (
	"context"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"cardinal/data"
	"cardinal/data/load"
)

// TestPlaces opens what is no file.
func TestPlaces(t *testing.T) {
	dir, err := os.MkdirTemp("", "") // the path of a socket must be short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	socket := filepath.Join(dir, "socket")
	l, err := net.Listen("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	dangling, loop := filepath.Join(dir, "dangling.csv"), filepath.Join(dir, "loop.csv")
	for from, to := range map[string]string{dangling: "nowhere.csv", loop: "loop.csv"} {
		if err := os.Symlink(to, from); err != nil {
			t.Fatal(err)
		}
	}
	for path, want := range map[string]string{
		pipe(t, dir): "is not a regular file", socket: "is not a regular file", dangling: "does not exist",
		loop: "too many levels",
		filepath.Join(dir, strings.Repeat("x", 300)+".csv"): "name too long", "/dev/zero": "is not a regular file",
		"/dev/urandom": "is not a regular file",
		"/dev/tty":     "is not a regular file", filepath.Join(dir, "loop.csv", "a.csv"): "cannot be read",
	} {
		if path == "" {
			continue
		}
		if o := opened(t, path); !strings.Contains(o.Err, want) {
			t.Errorf("%s: got %q, want %q", path, o.Err, want)
		}
	}
}

// TestUnsteady opens files that grow, shrink, are rewritten or replaced while they are read. The table must be the
// old or the new table, or a note or a sentence must tell that the file changed.
func TestUnsteady(t *testing.T) {
	const rows = 400_000
	old, other := strings.Repeat("1,2\n", rows), strings.Repeat("3,4\n", rows/2)
	for name, change := range map[string]func(path string) error{
		"grows":    func(path string) error { return appendTo(path, "5,6\n") },
		"shrinks":  func(path string) error { return os.Truncate(path, 1000) },
		"empties":  func(path string) error { return os.Truncate(path, 0) },
		"rewrites": func(path string) error { return os.WriteFile(path, []byte("a,b\n"+other), 0o600) },
		"replaces": func(path string) error {
			beside := path + ".new"
			if err := os.WriteFile(beside, []byte("a,b\n"+other), 0o600); err != nil {
				return err
			}
			return os.Rename(beside, path)
		},
		"removes": os.Remove,
	} {
		path := filepath.Join(t.TempDir(), "t.csv")
		if err := os.WriteFile(path, []byte("a,b\n"+old), 0o600); err != nil {
			t.Fatal(err)
		}
		var once sync.Once
		table, err := load.Open(context.Background(), path, load.Options{Progress: func(float64) {
			once.Do(func() {
				if err := change(path); err != nil {
					t.Error(err)
				}
			})
		}})
		switch {
		case err != nil:
			if !strings.Contains(err.Error(), "it changed while it was read") {
				t.Errorf("%s: %v", name, err)
			}
		case strings.Contains(strings.Join(table.Notes, " "), "changed while it was read"):
		default:
			if got := ends(table); got != fmt.Sprintf("%d rows of 1 2 to 1 2", rows) {
				t.Errorf("%s: without a note it has %s", name, got)
			}
		}
	}
}

// ends describes a table of two columns by its ends.
func ends(t *data.Table) string {
	last := t.Rows - 1
	return fmt.Sprintf("%d rows of %v %v to %v %v", t.Rows, t.Columns[0].Value(0), t.Columns[1].Value(0),
		t.Columns[0].Value(last), t.Columns[1].Value(last))
}

func appendTo(path, text string) error {
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = f.WriteString(text)
	return err
}
