package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"cardinal/data"
	tablecache "cardinal/data/store/kept"
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

// TestKeep keeps the table of a file by an option. Another command opens the kept table, with the notes of its own
// columns alone, until the file changes.
func TestKeep(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"HOME", "XDG_CACHE_HOME", "LocalAppData"} {
		t.Setenv(name, dir)
	}
	file, long := filepath.Join(dir, "sales.csv"), time.Now().Add(-time.Hour)
	save := func(text string) {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(file, long, long); err != nil {
			t.Fatal(err)
		}
	}
	save("city,old,sales\nKöln,1E5,5\nBonn,100000,7\nKöln ,3,2\n")
	pivot := []string{"pivot", file, "--rows", "city", "--values", "sum(sales)"}
	notes := []string{"pivot", file, "--rows", "old"}
	plain, others := runOnce(pivot), runOnce(notes)
	if got := runOnce([]string{"cache"}); !strings.HasPrefix(got, "no table is kept") {
		t.Error("a table was kept unasked:", got)
	}
	if got := runOnce(append(pivot, "--keep")); got != plain {
		t.Errorf("with --keep: %s, want %s", got, plain)
	}
	path, err := tablecache.Path()
	if err != nil {
		t.Fatal(err)
	}
	tables := tablecache.At(path)
	if n := len(tables.Tables()); n != 1 {
		t.Fatalf("%d tables are kept", n)
	}
	if found := tables.Find(t.Context(), file, "", data.Reading{}); found == nil || len(found.Columns) != 3 {
		t.Fatal("the window would not find the whole table")
	}
	for _, again := range [][]string{pivot, append(pivot, "--keep")} {
		if got := runOnce(again); got != plain {
			t.Errorf("from the kept table: %s, want %s", got, plain)
		}
	}
	if got := runOnce(notes); got != others {
		t.Errorf("from the kept table: %s, want %s", got, others)
	}
	long = long.Add(time.Minute)
	save("city,old,sales\nBonn,1,8\n")
	if got := runOnce(pivot); got == plain || !strings.Contains(got, "8") || len(tables.Tables()) > 0 {
		t.Errorf("after a change: %s; %d tables are kept", got, len(tables.Tables()))
	}
	long = time.Now()
	save("city,old,sales\nBonn,1,9\n")
	for args, want := range map[string]string{
		"--keep":                   "sales.csv is not kept: the file has a password, or was changed in the last seconds",
		"--keep --type sales=text": "--keep keeps the table of one file as the file has it, without --type and --unpivot",
	} {
		if got := runOnce(append(pivot, strings.Fields(args)...)); !strings.Contains(got, want) {
			t.Errorf("%s: %s, want %s", args, got, want)
		}
	}
}

// TestKeepInstants keeps a table that is shown in a time zone: what is kept has the instants, for any zone.
func TestKeepInstants(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"HOME", "XDG_CACHE_HOME", "LocalAppData"} {
		t.Setenv(name, dir)
	}
	file, long := filepath.Join(dir, "log.csv"), time.Now().Add(-time.Hour)
	if err := os.WriteFile(file, []byte("created,n\n2024-06-30T22:30:00Z,1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(file, long, long); err != nil {
		t.Fatal(err)
	}
	for i, zone := range []string{"Europe/Berlin", "UTC", "Asia/Kathmandu"} {
		args := []string{"behind", file, "--format", "csv", "--zone", "created=" + zone}
		if i == 0 {
			args = append(args, "--keep")
		}
		want := []string{"2024-07-01T00:30:00", "2024-06-30T22:30:00Z", "2024-07-01T04:15:00"}[i]
		if got := runOnce(args); !strings.Contains(got, "\n"+want+",1\n") {
			t.Errorf("%s: %s", zone, got)
		}
		if got := runOnce([]string{"cache"}); !strings.HasPrefix(got, "1 kept table") {
			t.Error(got)
		}
	}
}
