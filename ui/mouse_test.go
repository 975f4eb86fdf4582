package ui

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"cardinal/ui/state/session"
	"cardinal/ui/state/view"
)

// onUI runs f on the UI goroutine and waits for it.
func onUI(f func()) { fyne.DoAndWait(f) }

// xdotool sends one chain of pointer and key events to the display.
func xdotool(t *testing.T, args ...string) {
	t.Helper()
	watched.count(args)
	if out, err := exec.Command("xdotool", args...).CombinedOutput(); err != nil {
		t.Fatalf("xdotool %s: %v: %s", strings.Join(args, " "), err, out)
	}
}

// pixel returns the point of the display at a part of an object's size, from its upper left corner.
func pixel(o fyne.CanvasObject, x, y float32) (int, int) {
	var px, py float32
	onUI(func() {
		at := real.app.Driver().AbsolutePositionForObject(o)
		scale := real.win.Canvas().Scale()
		px, py = (at.X+o.Size().Width*x)*scale, (at.Y+o.Size().Height*y)*scale
	})
	return int(px), int(py)
}

// drag carries from one object to another in steps, as a hand does.
func drag(t *testing.T, from, to fyne.CanvasObject) {
	t.Helper()
	x0, y0 := pixel(from, 0.3, 0.5)
	x1, y1 := pixel(to, 0.6, 0.5)
	args := []string{"mousemove", fmt.Sprint(x0), fmt.Sprint(y0), "sleep", "0.1", "mousedown", "1", "sleep", "0.1"}
	const steps = 12
	for i := 1; i <= steps; i++ {
		args = append(args, "mousemove", fmt.Sprint(x0+(x1-x0)*i/steps), fmt.Sprint(y0+(y1-y0)*i/steps),
			"sleep", "0.03")
	}
	xdotool(t, append(args, "sleep", "0.2", "mouseup", "1")...)
}

// eventually waits until cond holds on the UI goroutine.
func eventually(t *testing.T, what string, cond func() bool) {
	t.Helper()
	deadline := time.Now().Add(30 * time.Second)
	for {
		ok := false
		onUI(func() { ok = cond() })
		if ok {
			return
		}
		if time.Now().After(deadline) {
			shot(t, "failed")
			t.Fatalf("waited 30 s: %s", what)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// answered waits until the answer of the shelves as they stand is on the screen.
func answered(t *testing.T) *session.Answer {
	t.Helper()
	var a *session.Answer
	defer func() {
		if t.Failed() {
			var shelves view.State
			var waiting bool
			onUI(func() { shelves, waiting = real.session.State(), real.clock.begun != 0 })
			t.Logf("shelves %+v; answered %t; unpainted %t; shown: %s; %s", shelves, a != nil, waiting,
				texts(real.result.root), texts(real.status.root))
		}
	}()
	eventually(t, "no answer", func() bool {
		a = real.session.Answer()
		return a != nil && a.State.SameQuery(real.session.State()) && real.clock.begun == 0
	})
	return a
}

// shot saves what the display shows as a PNG in the folder that CARDINAL_SHOTS names. It needs ImageMagick.
func shot(t *testing.T, name string) {
	t.Helper()
	folder := os.Getenv("CARDINAL_SHOTS")
	if folder == "" {
		return
	}
	xdotool(t, "mousemove", "0", "0", "sleep", "0.9") // away from hover, and let everything settle
	var width, height int
	onUI(func() {
		size, scale := real.win.Canvas().Size(), real.win.Canvas().Scale()
		width, height = int(size.Width*scale), int(size.Height*scale)
	})
	crop := fmt.Sprintf("%dx%d+0+0", width, height)
	if out, err := exec.Command("import", "-window", "root", "-crop", crop, "+repage",
		filepath.Join(folder, name+".png")).CombinedOutput(); err != nil {
		t.Fatalf("import: %v: %s", err, out)
	}
}

// texts returns all texts in an object.
func texts(o fyne.CanvasObject) string {
	var b strings.Builder
	onUI(func() {
		for _, part := range test.LaidOutObjects(o) {
			switch p := part.(type) {
			case *canvas.Text:
				b.WriteString(p.Text + "\n")
			case *widget.Label:
				b.WriteString(p.Text + "\n")
			}
		}
	})
	return b.String()
}
