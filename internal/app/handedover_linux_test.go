package app

import (
	"net"
	"os"
	"path/filepath"
	"testing"

	"cardinal/ui/desktop/instance"
)

// TestHandedOver starts the program while a window shows the file: a Door of the test, on a display that only
// answers. The start says on the terminal what it did.
func TestHandedOver(t *testing.T) {
	display, err := net.Listen("unix", "@/tmp/.X11-unix/X71946") // in no folder
	if err != nil {
		t.Fatal(err)
	}
	defer display.Close()
	t.Setenv("DISPLAY", ":71946")
	dir, err := os.MkdirTemp("", "handed") // short enough for the path of a socket
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = os.RemoveAll(dir) }()
	table := filepath.Join(dir, "sales.csv")
	if err := os.WriteFile(table, []byte("a,b\n1,2\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		shown string
		args  []string
		want  string
	}{
		{table, []string{"sales.csv"}, "cardinal: opened sales.csv in the window that is open\n"},
		{table + "\n" + table, []string{"sales.csv", "sales.csv"}, "cardinal: opened sales.csv and 1 more in the " +
			"window that is open\n"},
		{"", nil, "cardinal: brought the window that is open to the front\n"},
	} {
		window, taken := instance.Enter(filepath.Join(dir, "cardinal"), c.shown, true)
		if window == nil || taken {
			t.Fatal("there is no window to take the file")
		}
		start := program(dir, c.args...)
		start.Env = append(start.Env, "DISPLAY=:71946", "XDG_RUNTIME_DIR="+dir)
		if text, err := start.CombinedOutput(); err != nil || string(text) != c.want {
			t.Errorf("%v: %v, %q; want %q", c.args, err, text, c.want)
		}
		window.Close()
	}
}
