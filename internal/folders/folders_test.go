package folders

import (
	"os"
	"path/filepath"
	"testing"
)

// TestEmpty fills every place with its files, and a foreign file beside them that stays.
func TestEmpty(t *testing.T) {
	home := filepath.Join(t.TempDir(), "a [b] Müller")
	for _, name := range []string{"HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "LocalAppData", "AppData"} {
		t.Setenv(name, home)
	}
	files := map[string][]string{
		"settings": {"window.json"}, "tables": {"a-1.table", "b-2.ranges"}, "pivots": {"last/ab.json"},
		"measurements": {"calibration.json", "history.json"}, "print": {"print.html"},
		"reports": {"2026-01-02 03.04.05 7.txt"},
	}
	for _, p := range Places() {
		if n, _ := p.Size(); n != 0 || p.Title == "" || p.Holds == "" {
			t.Errorf("%s: %d files at first, %q, %q", p.Word, n, p.Title, p.Holds)
		}
		for _, name := range append(files[p.Word], "mine.odt") {
			path := filepath.Join(p.Path, name)
			if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte("12345"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		delete(files, p.Word)
	}
	if len(files) > 0 {
		t.Errorf("no place holds %v", files)
	}
	for _, p := range Places() {
		n, bytes := p.Size()
		if n == 0 || bytes != int64(5*n) {
			t.Errorf("%s: %d files of %d bytes", p.Word, n, bytes)
		}
		if err := p.Empty(); err != nil {
			t.Error(err)
		}
		if n, _ := p.Size(); n != 0 {
			t.Errorf("%s: %d files stay", p.Word, n)
		}
		if _, err := os.Stat(filepath.Join(p.Path, "mine.odt")); err != nil {
			t.Errorf("%s: %v", p.Word, err)
		}
	}
}
