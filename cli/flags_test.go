package cli

import (
	"cardinal/internal/workspace"
	"errors"
	"os"
	"runtime"
	"strings"
	"testing"
)

// TestOwnSourceIsSpared asks for a pivot to be written over the file that it reads, by every name that the file has.
func TestOwnSourceIsSpared(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links take a permission there")
	}
	dir := t.TempDir()
	t.Chdir(dir)
	const source = "a,n\nx,1\n"
	if err := os.WriteFile("s.csv", []byte(source), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("s.csv", "link.csv"); err != nil {
		t.Fatal(err)
	}
	if err := os.Link("s.csv", "hard.csv"); err != nil {
		t.Fatal(err)
	}
	for _, out := range []string{"s.csv", "./s.csv", dir + "/s.csv", "link.csv", "hard.csv"} {
		got := runOnce([]string{"pivot", "s.csv", "--rows", "a", "--out", out})
		want := "! cardinal: cannot save " + out + ": it is the file that the table is read from; choose another " +
			"name\nexit 2\n"
		if got != want {
			t.Errorf("%s: %s", out, got)
		}
		if text, _ := os.ReadFile("s.csv"); string(text) != source {
			t.Fatalf("%s: the source is now %q", out, text)
		}
	}
}

// TestNothingCommandsTheTerminal names files and columns with escape sequences.
func TestNothingCommandsTheTerminal(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no file can have this name there")
	}
	t.Chdir(t.TempDir())
	const evil = "\x1b]0;owned\a\u009b2J\r"
	if err := os.WriteFile("x"+evil+".csv", []byte("a"+evil+",n\ny"+evil+",1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	name := "x" + evil + ".csv"
	for _, args := range [][]string{
		{"pivot", name}, {"pivot", name, "--rows", "nope"}, {"pivot", "gone" + evil},
		{"pivot", name, "--rows", `"a` + evil + `"`},
		{"pivot", name, "--out", "no/folder" + evil + ".csv"}, {"inspect", name}, {"estimate", name},
		{"estimate", name, "--rows", "n"}, {"--" + evil},
		{"pivot", name, "--" + evil}, {"pivot", name, "--values", evil}, {"pivot", name, "--rows", "n",
			"--profile", "text"},
	} {
		var all strings.Builder
		s := Streams{Out: visible(&all), Err: &all} // as if both were terminals
		Run(t.Context(), args, s)
		if strings.ContainsAny(all.String(), "\x1b\a\u009b\r") {
			t.Errorf("%q prints %q", args, all.String())
		}
	}
}

func TestFile(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("data", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ args, file, fault string }{
		{"", "", ""},
		{"data", "data", ""},
		{"gone.csv", "gone.csv", ""}, // the window says that it is gone
		{"foo", "", `there is no file and no command "foo"; cardinal --help lists the commands`},
		{"data .", "data\n.", ""},
		{"data gone.csv", "", "there is no file gone.csv among the 2 that were named"},
		{"foo data", "", `there is no file and no command "foo"; cardinal --help lists the commands`},
		{"data x.cardinal", "", "the workspace x.cardinal is opened alone, and 2 files were named"},
	} {
		file, err := File(strings.Fields(c.args))
		if file != c.file || (err == nil) != (c.fault == "") || err != nil && err.Error() != c.fault {
			t.Errorf("%q is %q, %v", c.args, file, err)
		}
	}
	for file, want := range map[string]string{
		"gone.csv": "! cardinal: gone.csv does not exist: check the name and the folder\n",
		".":        "! cardinal: no display; without a window, try: cardinal pivot . --rows COLUMN\n",
		"data":     "! cardinal: no display; without a window, try: cardinal pivot data --rows COLUMN\n",
	} {
		var errs strings.Builder
		code := Headless(t.Context(), errors.New("no display"), file, Streams{Out: &errs, Err: &errs})
		if got := "! " + errs.String(); got != want || code != 1 {
			t.Errorf("%s: exit %d: %s", file, code, got)
		}
	}
	if got := workspace.Quoted("it's mine.csv"); got != `'it'\''s mine.csv'` {
		t.Error(got)
	}
}

// TestVisible writes a text byte by byte, as a buffer may cut it.
func TestVisible(t *testing.T) {
	var b strings.Builder
	w := visible(&b)
	for _, c := range []byte("東京 é\tx\x1b[2J\u009b\u202e\xffé\n") {
		if n, err := w.Write([]byte{c}); n != 1 || err != nil {
			t.Fatal(n, err)
		}
	}
	if got, want := b.String(), "東京 é\tx\uFFFD[2J\uFFFD\uFFFD\uFFFDé\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
