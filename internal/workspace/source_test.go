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

// TestChangedDeltaTable adds a version to a Delta table: its log says that it has changed.
func TestChangedDeltaTable(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "lake")
	log := filepath.Join(folder, "_delta_log")
	if err := os.MkdirAll(log, 0o700); err != nil {
		t.Fatal(err)
	}
	commit := func(version string) {
		if err := os.WriteFile(filepath.Join(log, version+".json"), []byte(`{"commitInfo":{}}`), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	commit("00000000000000000000")
	s, err := NewSource(folder, "", "")
	if err != nil || s.Changed(folder) != "" {
		t.Fatal(s, err)
	}
	if commit("00000000000000000001"); s.Changed(folder) == "" {
		t.Error("a new version is no change")
	}
}
