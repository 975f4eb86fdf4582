package host

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"cardinal/engine/gpu"
	"cardinal/engine/gpu/reference"
	"cardinal/internal/system"
)

func TestMarkerOfACrash(t *testing.T) {
	m := marker(filepath.Join(t.TempDir(), "cardinal", "opening"))
	m.set()
	if m.isLeft() {
		t.Error("a marker that was set since the machine was started is no crash")
	}
	if system.BootID() == "" {
		if runtime.GOOS == "linux" {
			t.Fatal("the start of the machine has no name")
		}
		t.Skip("this system does not name its starts")
	}
	if err := os.WriteFile(string(m), []byte("an earlier start\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	c := NewClient(testChild())
	defer c.Close()
	c.tuningFile, c.marker = "", m
	_, err := c.Adapter(context.Background())
	if !errors.Is(err, gpu.ErrNoDevice) || !strings.Contains(err.Error(), "left alone") || c.PID() != 0 {
		t.Errorf("got %v, child %d", err, c.PID())
	}
	if _, ok, why := c.Peek(); ok || !strings.Contains(why, "next try in") {
		t.Errorf("peek: %v, %q", ok, why)
	}
	next := newTestClient(t, func(c *Client) { c.marker = m })
	if _, err := os.Stat(string(m)); err == nil {
		t.Error("the marker stands after the device was opened")
	}
	r := reference.Request(20)
	checkValues(t, r, mustRun(t, next, r))
}

func TestNoPlaceForAMarker(t *testing.T) {
	for _, m := range []marker{"", "/dev/null/opening"} {
		m.set()
		if m.isLeft() {
			t.Errorf("%q stands", m)
		}
		m.remove()
	}
}
