//go:build !windows && !darwin

package ui

import (
	"io"
	"log"
	"os"
	"time"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"
)

// managerStart is how long a window manager may take from its start until its window has the property that
// settleManager looks for.
const managerStart = time.Second

// settleManager waits for a window manager that is starting, and removes what a killed window manager left on the
// screen. The caller calls settled after the toolkit has connected to the X server: a server without clients restarts,
// and refuses connections while it does.
//
// A window manager names a window of its own in the property _NET_SUPPORTING_WM_CHECK of the root window (Extended
// Window Manager Hints). That window has the same property. GLFW 3.3 aborts the process if the named window lacks the
// property.
func settleManager() (settled func()) {
	if os.Getenv("DISPLAY") == "" {
		return func() {}
	}
	xgb.Logger = log.New(io.Discard, "", 0) // otherwise the package would log that there is no authority file
	conn, err := xgb.NewConn()
	if err != nil {
		return func() {} // Display and the toolkit report the reason
	}
	const name = "_NET_SUPPORTING_WM_CHECK"
	check, err := xproto.InternAtom(conn, true, uint16(len(name)), name).Reply()
	if err != nil || check.Atom == xproto.AtomNone {
		return conn.Close
	}
	root := xproto.Setup(conn).DefaultScreen(conn).Root
	named := func(w xproto.Window) xproto.Window {
		p, err := xproto.GetProperty(conn, false, w, check.Atom, xproto.AtomWindow, 0, 1).Reply()
		if err != nil || len(p.Value) != 4 {
			return xproto.WindowNone
		}
		return xproto.Window(xgb.Get32(p.Value))
	}
	for deadline := time.Now().Add(managerStart); ; time.Sleep(managerStart / 50) {
		manager := named(root)
		if manager == xproto.WindowNone || named(manager) != xproto.WindowNone {
			return conn.Close
		}
		if time.Now().After(deadline) {
			break
		}
	}
	_ = xproto.DeletePropertyChecked(conn, root, check.Atom).Check()
	return conn.Close
}
