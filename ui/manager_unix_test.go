//go:build !windows && !darwin

package ui

import (
	"testing"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"
)

// TestDeadWindowManager opens the window on a screen whose window manager was killed: the screen still names
// the manager's window.
func TestDeadWindowManager(t *testing.T) {
	if real == nil {
		conn, err := xgb.NewConn()
		if err != nil {
			inWindow(t) // fails or skips where a display is required or not
			return
		}
		defer conn.Close() // the screen forgets everything when its last client leaves
		const name = "_NET_SUPPORTING_WM_CHECK"
		check, err := xproto.InternAtom(conn, false, uint16(len(name)), name).Reply()
		if err != nil {
			t.Fatal(err)
		}
		gone := make([]byte, 4)
		xgb.Put32(gone, 0x7ffff)
		root := xproto.Setup(conn).DefaultScreen(conn).Root
		if err := xproto.ChangePropertyChecked(conn, xproto.PropModeReplace, root, check.Atom, xproto.AtomWindow, 32, 1,
			gone).Check(); err != nil {
			t.Fatal(err)
		}
		inWindow(t)
		return
	}
	eventually(t, "the window is not painted", func() bool { return real.clock.firstPaint > 0 })
}
