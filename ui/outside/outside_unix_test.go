//go:build !windows && !darwin

package outside

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/godbus/dbus/v5"

	"cardinal/ui/sessionbus"
	"cardinal/ui/sessionbus/bustest"
)

// opener puts an xdg-open on the path that notes what it is asked for, and ends with a code.
func opener(t *testing.T, code string) (asked func() string) {
	t.Helper()
	dir := t.TempDir()
	script := "#!/bin/sh\nprintf '%s' \"$1\" > '" + filepath.Join(dir, "asked") + "'\nexit " + code + "\n"
	if err := os.WriteFile(filepath.Join(dir, "xdg-open"), []byte(script), 0o700); err != nil { //nolint:gosec // it must run
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
	if err := Open("/tmp/50% of ü.csv"); err != nil || asked() != "file:///tmp/50%25%20of%20%C3%BC.csv" {
		t.Errorf("asked for %q, %v", asked(), err)
	}
	opener(t, "3")
	if err := Open("/tmp/a.parquet"); err == nil || !strings.Contains(err.Error(), "no program") {
		t.Errorf("without a program for the file: %v", err)
	}
	t.Setenv("PATH", t.TempDir())
	if err := Open("/tmp/a.csv"); err == nil || !strings.Contains(err.Error(), "has no xdg-open") {
		t.Errorf("without xdg-open: %v", err)
	}
}

// manager is a file manager on the bus.
type manager struct{ shown chan string }

// ShowItems is called over the bus.
func (m manager) ShowItems(addresses []string, _ string) *dbus.Error {
	m.shown <- strings.Join(addresses, " ")
	return nil
}

func TestShow(t *testing.T) {
	bustest.Start(t)
	asked := opener(t, "0")
	if err := Show("/tmp/a b/c.csv"); err != nil || asked() != "file:///tmp/a%20b" {
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
	if err := Show("/tmp/a b/c.csv"); err != nil {
		t.Fatal(err)
	}
	if got := <-m.shown; got != "file:///tmp/a%20b/c.csv" {
		t.Errorf("shown is %q", got)
	}
}
