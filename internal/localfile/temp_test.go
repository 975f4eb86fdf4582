package localfile

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"time"
)

// TestMain lets the test binary be another process that makes temporary files.
func TestMain(m *testing.M) {
	if dir := os.Getenv("LOCALFILE_HOLD"); dir != "" {
		holdForEver(dir)
	}
	os.Exit(m.Run())
}

func holdForEver(dir string) {
	f, release, err := Temp(dir)
	if err != nil {
		panic(err)
	}
	inside, remove, err := TempDir()
	if err == nil {
		err = os.WriteFile(filepath.Join(inside, Pasted), []byte("large"), 0o600)
	}
	if err != nil {
		panic(err)
	}
	_ = f.Close() // as before a rename
	_, _ = os.Stdout.WriteString("held\n")
	for {
		time.Sleep(time.Hour)
		runtime.KeepAlive(release) // and the locks
		runtime.KeepAlive(remove)
	}
}

func names(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, e := range entries {
		out = append(out, e.Name())
	}
	return out
}

// TestSweep kills a process that holds files among others that look like them.
func TestSweep(t *testing.T) {
	dir := t.TempDir()
	write := func(name string) {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{
		"cardinal-6/.cardinal", "cardinal-7.tmp/mine.txt", "cardinal-8.tmp/.cardinal", "cardinal-8.tmp/mine.txt",
		"cardinal-x.tmp/.cardinal", ".cardinal-x.tmp", ".cardinal-1.tmp.csv", "a.tmp", "excelize-1",
	} {
		write(name)
	}
	if err := os.Symlink("a.tmp", filepath.Join(dir, ".cardinal-3.tmp")); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, ".cardinal-4.tmp"), 0o700); err != nil {
		t.Fatal(err)
	}
	others := names(t, dir)
	if err := os.Mkdir(filepath.Join(dir, "cardinal-5.tmp"), 0o700); err != nil { // of a process that ended at once
		t.Fatal(err)
	}

	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), "LOCALFILE_HOLD="+dir, "TMPDIR="+dir, "TMP="+dir)
	out, err := child.StdoutPipe()
	if err == nil {
		err = child.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = child.Process.Kill() })
	if line, err := bufio.NewReader(out).ReadString('\n'); line != "held\n" {
		t.Fatalf("%q, %v", line, err)
	}
	Sweep(dir)
	alive := names(t, dir)
	if len(alive) != len(others)+2 {
		t.Errorf("while it lives there are %v, and %v were there before", alive, others)
	}
	if err := child.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = child.Wait()
	Sweep(dir)
	if left := names(t, dir); !slices.Equal(left, others) {
		t.Errorf("left %v, want %v", left, others)
	}
	if left := names(t, filepath.Join(dir, "cardinal-8.tmp")); !slices.Equal(left, []string{"mine.txt"}) {
		t.Errorf("left %v", left)
	}
}

func TestTempDir(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	dir, remove, err := TempDir()
	if err != nil {
		t.Fatal(err)
	}
	Sweep(os.TempDir())
	if _, err := os.Stat(dir); err != nil {
		t.Error(err)
	}
	remove()
	if left := names(t, os.TempDir()); len(left) > 0 {
		t.Errorf("left %v", left)
	}
}
