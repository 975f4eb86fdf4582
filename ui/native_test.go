package ui

import (
	"errors"
	"os"
	"os/exec"
	"testing"
	"time"

	"cardinal/ui/dialog/prefs"
)

// TestMaximizedIsKept maximizes the window under a window manager, without which no window can be.
func TestMaximizedIsKept(t *testing.T) {
	if real == nil {
		manager := windowManager(t)
		defer func() {
			_ = manager.Process.Signal(os.Interrupt)
			_ = manager.Wait()
		}()
		inWindow(t)
		return
	}
	eventually(t, "the window is not painted", func() bool { return real.clock.firstPaint > 0 })
	onUI(func() { maximize(real.win) })
	eventually(t, "the window is not maximized", func() bool { return isMaximized(real.win) })
	onUI(real.saveLayout)
	if l := real.prefs.Layout; !l.Maximized || l.Width != prefs.Usual.Width || l.Height != prefs.Usual.Height {
		t.Errorf("remembered is %+v", l)
	}
}

func windowManager(t *testing.T) *exec.Cmd {
	t.Helper()
	path, err := exec.LookPath("openbox")
	if os.Getenv("DISPLAY") == "" {
		err = errors.New("there is no display")
	}
	if err != nil && os.Getenv("CARDINAL_REQUIRE_DISPLAY") == "" {
		t.Skip("no window manager: ", err)
	}
	manager := exec.Command(path)
	if err := manager.Start(); err != nil {
		t.Fatal(err)
	}
	// The toolkit asks once, at its start, what the window manager can do.
	for deadline := time.Now().Add(30 * time.Second); exec.Command("xdotool",
		"get_num_desktops").Run() != nil; time.Sleep(50 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("the window manager does not take over the screen")
		}
	}
	return manager
}
