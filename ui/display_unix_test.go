//go:build !windows && !darwin

package ui

import (
	"strings"
	"testing"
)

// TestDisplay looks for a display that is not there, and for one in a session that has no X11.
func TestDisplay(t *testing.T) {
	for _, c := range []struct{ x, wayland, want string }{
		{"", "", "there is no display"},
		{"", "wayland-0", "install or start XWayland"},
		{":98765", "wayland-0", "no display answers at DISPLAY=:98765"},
	} {
		t.Setenv("DISPLAY", c.x)
		t.Setenv("WAYLAND_DISPLAY", c.wayland)
		if err := Display(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("DISPLAY=%q WAYLAND_DISPLAY=%q: %v, want %s", c.x, c.wayland, err, c.want)
		}
	}
}
