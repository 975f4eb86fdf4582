package workspace

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"cardinal/data/format/sqlite"
)

// TestChangedLog writes to the write-ahead log of a database, and to a file of such a name beside a file that
// is no database.
func TestChangedLog(t *testing.T) {
	folder := t.TempDir()
	write := func(name string, b []byte) string {
		t.Helper()
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, b, 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	log := bytes.Repeat([]byte("pages"), 1<<20)
	for name, tt := range map[string]struct {
		begin   string
		changed bool
	}{"live.db": {sqlite.Magic, true}, "plain.csv": {"a\n1\n", false}} {
		path := write(name, append([]byte(tt.begin), make([]byte, sqlite.HeaderSize)...))
		write(name+"-wal", nil)
		unwritten, err := NewSource(path, "", "")
		if err != nil {
			t.Fatal(err)
		}
		write(name+"-wal", log)
		if changed := unwritten.Changed(path) != ""; changed != tt.changed {
			t.Errorf("%s: a log was begun: %v", name, changed)
		}
		begun, err := NewSource(path, "", "")
		if err != nil || begun.Changed(path) != "" {
			t.Errorf("%s, of which nothing has changed: %v", name, err)
		}
		log[len(log)/4]++
		write(name+"-wal", log)
		if changed := begun.Changed(path) != ""; changed != tt.changed {
			t.Errorf("%s: the log has other pages in the places of old ones: %v", name, changed)
		}
	}
}
