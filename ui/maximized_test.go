package ui

import (
	"cardinal/ui/prefs"
	"os"
	"os/exec"
	"testing"
	"time"
)

// TestMaximizedIsKept maximizes the window under a window manager, without which no window can be.
func TestMaximizedIsKept(t *testing.T) {
	needsDisplay(t)
	path, err := exec.LookPath("openbox")
	if err != nil && os.Getenv("CARDINAL_REQUIRE_DISPLAY") == "" {
		t.Skip("no window manager: ", err)
	}
	manager := exec.Command(path)
	if err := manager.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		_ = manager.Process.Kill()
		_ = manager.Wait()
	}()
	time.Sleep(time.Second) // it takes over the screen
	drive(t, "TestMaximizedAndBack")
}

func TestMaximizedAndBack(t *testing.T) {
	if real == nil {
		t.Skip("TestMaximizedIsKept runs this in a process of its own")
	}
	eventually(t, "the window is not painted", func() bool { return real.clock.firstPaint > 0 })
	onUI(func() { maximize(real.win) })
	eventually(t, "the window is not maximized", func() bool { return maximized(real.win) })
	onUI(real.saveLayout)
	if l := real.prefs.Layout; !l.Maximized || l.Width != prefs.Usual.Width || l.Height != prefs.Usual.Height {
		t.Errorf("remembered is %+v", l)
	}
}
