package ui

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"cardinal/engine/query"
	"cardinal/ui/state/view"
	"cardinal/ui/widget/input"
)

// reads waits until a text stands in an object.
func reads(t *testing.T, o fyne.CanvasObject, want string) {
	t.Helper()
	for deadline := time.Now().Add(30 * time.Second); !strings.Contains(texts(o),
		want); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(deadline) {
			shot(t, "failed")
			t.Fatalf("waited 30 s for %q:\n%s", want, texts(o))
		}
	}
}

// pressButton clicks a button by its text.
func pressButton(t *testing.T, in fyne.CanvasObject, text string) {
	t.Helper()
	var found *input.Button
	onUI(func() {
		for _, o := range test.LaidOutObjects(in) {
			if b, ok := o.(*input.Button); ok && b.Text == text {
				found = b
			}
		}
	})
	if found == nil {
		t.Fatalf("no button %q", text)
	}
	x, y := pixel(found, 0.5, 0.5)
	for still := 0; still < 10; still++ { // what is around it may yet get its place
		time.Sleep(20 * time.Millisecond)
		wasX, wasY := x, y
		if x, y = pixel(found, 0.5, 0.5); x != wasX || y != wasY {
			still = 0
		}
	}
	xdotool(t, "mousemove", fmt.Sprint(x), fmt.Sprint(y), "sleep", "0.2", "click", "1")
}

// driveCompare measures every tier by the keyboard.
func driveCompare(t *testing.T) {
	before := real.session.Answer()
	xdotool(t, "key", "ctrl+shift+r")
	reads(t, real.panel.Object(), "Every figure was the same everywhere.")
	if real.session.Answer() != before {
		t.Error("measuring changed the answer")
	}
	bothModes(t, "flights-")
}

// driveLarge asks for more cells than anybody could read, and takes the offers.
func driveLarge(t *testing.T) {
	onUI(func() {
		real.editor.Edit(func(s view.State) view.State {
			s.Rows, s.Cols = []query.Field{{Column: "date"}}, []query.Field{{Column: "delay"}}
			return s
		})
	})
	reads(t, real.result.root, "This pivot would have about ")
	shot(t, "large")
	pressButton(t, real.result.root, "Show the top 1,000 of date")
	if a := answered(t); len(a.Tab.Rows.Leaves()) != 1000 || a.State.TopOf(a.State.Rows[0]).N != 1000 {
		t.Errorf("%d rows", len(a.Tab.Rows.Leaves()))
	}
	xdotool(t, "key", "ctrl+z")
	reads(t, real.result.root, "This pivot would have about ")
	pressButton(t, real.result.root, "Go back")
	if a := answered(t); len(a.State.Cols) != 0 {
		t.Errorf("went back to %+v", a.State)
	}
}
