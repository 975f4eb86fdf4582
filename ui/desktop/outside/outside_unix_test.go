//go:build !windows && !darwin

package outside

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/godbus/dbus/v5"

	"cardinal/ui/desktop/sessionbus"
	"cardinal/ui/desktop/sessionbus/bustest"
)

// never returns a function that fails the test if it is told of a failure.
func never(t *testing.T) func(error) {
	return func(err error) { t.Errorf("a failure is reported late: %v", err) }
}

// opener puts an xdg-open on the path that notes what it is asked for, and ends with a code.
func opener(t *testing.T, code string) (asked func() string) {
	t.Helper()
	dir := t.TempDir()
	script := "#!/bin/sh\nprintf '%s' \"$1\" > '" + filepath.Join(dir, "asked") + "'\nexit " + code + "\n"
	if err := os.WriteFile(filepath.Join(dir, "xdg-open"), []byte(script),
		0o700); err != nil { //nolint:gosec // it must run
		t.Fatal(err)
	}
	t.Setenv("PATH", dir)
	return func() string {
		text, err := os.ReadFile(filepath.Join(dir, "asked"))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
}

func TestOpen(t *testing.T) {
	asked := opener(t, "0")
	if err := Open("/tmp/50% of ü.csv", never(t)); err != nil || asked() != "file:///tmp/50%25%20of%20%C3%BC.csv" {
		t.Errorf("asked for %q, %v", asked(), err)
	}
	opener(t, "3")
	if err := Open("/tmp/a.parquet", never(t)); err == nil || !strings.Contains(err.Error(), "no program") {
		t.Errorf("without a program for the file: %v", err)
	}
	t.Setenv("PATH", t.TempDir())
	if err := Open("/tmp/a.csv", never(t)); err == nil || !strings.Contains(err.Error(), "has no xdg-open") {
		t.Errorf("without xdg-open: %v", err)
	}
}

// TestLateFailure runs an xdg-open that reports its failure after patience: the failure is passed on then.
func TestLateFailure(t *testing.T) {
	for code, fails := range map[string]bool{"0": false, "4": true} {
		opener(t, code)
		pipe := filepath.Join(t.TempDir(), "pipe") // which the script waits at
		if err := syscall.Mkfifo(pipe, 0o600); err != nil {
			t.Fatal(err)
		}
		script := "#!/bin/sh\nread line < '" + pipe + "'\nexit " + code + "\n"
		if err := os.WriteFile(filepath.Join(os.Getenv("PATH"), "xdg-open"), []byte(script),
			0o700); err != nil { //nolint:gosec // it must run
			t.Fatal(err)
		}
		was := patience
		patience = 0
		t.Cleanup(func() { patience = was })
		told := make(chan error, 1)
		if err := Open("/tmp/a.parquet", func(err error) { told <- err }); err != nil {
			t.Fatalf("within patience: %v", err)
		}
		if err := os.WriteFile(pipe, []byte("end\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		if !fails {
			continue
		}
		if err := <-told; !strings.Contains(err.Error(), "xdg-open ended late and reports a failure (exit status 4)") {
			t.Errorf("told %v", err)
		}
	}
}

// manager is a file manager on the bus.
type manager struct{ shown chan string }

// ShowItems answers a call over the bus.
func (m manager) ShowItems(addresses []string, _ string) *dbus.Error {
	m.shown <- strings.Join(addresses, " ")
	return nil
}

func TestShow(t *testing.T) {
	bustest.Start(t)
	asked := opener(t, "0")
	if err := Show("/tmp/a b/c.csv", never(t)); err != nil || asked() != "file:///tmp/a%20b" {
		t.Errorf("without a file manager on the bus, asked for %q, %v", asked(), err)
	}
	bus, err := sessionbus.Connect()
	if err != nil {
		t.Fatal(err)
	}
	defer bus.Close()
	const name = "org.freedesktop.FileManager1"
	m := manager{make(chan string, 1)}
	if err := bus.Export(m, "/org/freedesktop/FileManager1", name); err != nil {
		t.Fatal(err)
	}
	if _, err := bus.RequestName(name, dbus.NameFlagDoNotQueue); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", t.TempDir())
	if err := Show("/tmp/a b/c.csv", never(t)); err != nil {
		t.Fatal(err)
	}
	if got := <-m.shown; got != "file:///tmp/a%20b/c.csv" {
		t.Errorf("shown is %q", got)
	}
}
