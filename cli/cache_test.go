package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cardinal/internal/localfile"
)

// TestCache lists a damaged kept table and removes it.
func TestCache(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", dir)
	t.Setenv("HOME", dir)
	t.Setenv("LocalAppData", dir)
	if got := runOnce([]string{"cache"}); !strings.HasPrefix(got, "no table is kept in "+dir) {
		t.Error(got)
	}
	cacheDir, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(cacheDir, "cardinal", "tables", "a-b.table")
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, make([]byte, 1_500_000), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct {
		args []string
		want string
	}{
		{[]string{"cache"}, "1 kept table, 1.5 MB of at most "},
		{[]string{"cache"}, "damaged; it will be removed"},
		{[]string{"cache", "--json"}, `"bytes": 1500000`},
		{[]string{"cache", "sales.csv"}, "cache takes no file"},
		{[]string{"cache", "--empty"}, "1.5 MB were removed"},
		{[]string{"cache", "--json"}, `"tables": []`},
	} {
		if got := runOnce(step.args); !strings.Contains(got, step.want) {
			t.Errorf("%v: %s, want %s", step.args, got, step.want)
		}
	}
	if _, err := os.Stat(file); err == nil {
		t.Error("the kept table is still there")
	}
}

// TestFolders lists the places, and empties one of them.
func TestFolders(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "LocalAppData", "AppData"} {
		t.Setenv(name, dir)
	}
	settings, err := localfile.SettingsPath("window.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := localfile.Save(settings, 7); err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct {
		args []string
		want string
	}{
		{[]string{"folders"}, filepath.Dir(settings)},
		{[]string{"folders"}, "(1 small file)\n             The preferences"},
		{[]string{"folders", "--json"}, `"name": "measurements"`},
		{[]string{"folders", "--empty", "all"},
			`there is no place "all" to empty; there are settings, tables, pivots, measurements, print or reports`},
		{[]string{"folders", "x.csv"}, "folders takes no file"},
		{[]string{"folders", "--empty", "tables, settings"}, "tables: emptied, before: empty\nsettings: emptied, " +
			"before: 1 small file"},
		{[]string{"folders"}, "(empty)\n             The preferences"},
	} {
		if got := runOnce(step.args); !strings.Contains(got, step.want) {
			t.Errorf("%v: %s, want %s", step.args, got, step.want)
		}
	}
}

// TestNoFolders asks for the folders if the system names no folder of the user.
func TestNoFolders(t *testing.T) {
	for _, name := range []string{"HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "LocalAppData", "AppData"} {
		t.Setenv(name, "")
	}
	for _, step := range []struct {
		args []string
		want string
	}{
		{[]string{"folders"}, "Cardinal remembers nothing here, because the system names no folder of this user"},
		{[]string{"folders", "--json"}, "[]\n"},
		{[]string{"folders", "--empty", "tables"}, "there is nothing to empty"},
	} {
		if got := runOnce(step.args); !strings.Contains(got, step.want) {
			t.Errorf("%v: %s, want %s", step.args, got, step.want)
		}
	}
}
