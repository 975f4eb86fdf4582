package dnd

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
)

func TestDrop(t *testing.T) {
	s := newStage(t)
	s.drag("x", 50, 50, 210, 10)
	s.happened("left offer true", "right offer true", "begin", "left over x at 90,40", "left out",
		"right over x at 10,10")
	if !s.Active() || s.lifts != 1 {
		t.Errorf("active %v, lifted %d times", s.Active(), s.lifts)
	}
	if at, size := s.ghost.Position(), s.ghost.Size(); at != fyne.NewPos(220, 16) || size != fyne.NewSize(50, 20) {
		t.Errorf("the ghost is at %v, %v", at, size)
	}
	if at, size := s.mark.Position(), s.mark.Size(); !s.mark.Visible() || at != fyne.NewPos(206, 3) ||
		size != fyne.NewSize(2, 20) {
		t.Errorf("the mark is at %v, %v", at, size)
	}
	s.End()
	s.happened("left offer false", "right offer false", "right out", "right drop x at 10,10")
	s.clean()
}

func TestDropOutside(t *testing.T) {
	s := newStage(t)
	s.drag("x", 50, 50, 150, 250)
	s.End()
	s.happened("left offer true", "right offer true", "begin", "left offer false", "right offer false", "outside x")
	s.clean()
	s.OnOutside, s.OnBegin = nil, nil // nobody has to listen
	s.drag("x", 50, 50, 150, -500)
	s.End()
	s.clean()
}

func TestRefusedDrop(t *testing.T) {
	s := newStage(t)
	s.drag("heavy", 150, 50, 210, 50)
	s.End()
	s.happened("left offer true", "begin", "left offer false", "right offer false", "outside heavy")
}

func TestThreshold(t *testing.T) {
	for _, tc := range []struct {
		dx, dy float32
		begins bool
	}{
		{0, 0, false}, {4, 0, false}, {0, -4, false}, {3, 3, false}, {5, 0, true}, {0, -5, true}, {4, 4, true},
		{-200, 0, true},
	} {
		s := newStage(t)
		s.drag("x", 250, 50, 250+tc.dx, 50+tc.dy)
		if s.Active() != tc.begins || (s.lifts > 0) != tc.begins {
			t.Errorf("%v, %v: active %v, %d lifts", tc.dx, tc.dy, s.Active(), s.lifts)
		}
		s.End()
		if !tc.begins {
			s.happened()
		}
		s.clean()
	}
}

// TestShake moves within the threshold again and again: only the distance from the press counts.
func TestShake(t *testing.T) {
	s := newStage(t)
	for range 20 {
		s.drag("x", 250, 50, 253, 50)
		s.drag("x", 253, 50, 250, 50)
	}
	if s.Active() {
		t.Error("an unsteady hand drags")
	}
	s.End()
	s.drag("x", 100, 100, 103, 100) // the next press begins anew
	if s.Active() {
		t.Error("the way of an earlier press counts")
	}
}

func TestCancel(t *testing.T) {
	s := newStage(t)
	if s.Cancel() {
		t.Error("nothing to cancel")
	}
	s.drag("x", 50, 50, 90, 50)
	s.log = nil
	if !s.Cancel() || s.Cancel() {
		t.Error("a drag is cancelled once")
	}
	s.happened("left offer false", "right offer false", "left out")
	s.clean()
	s.drag("x", 90, 50, 250, 50) // the button is still down
	s.End()
	s.happened()
	s.clean()
	s.drag("x", 50, 50, 250, 50)
	s.log = nil
	s.End()
	s.happened("left offer false", "right offer false", "right out", "right drop x at 50,50")
}

// TestNoMark carries over a zone that wants no insertion mark.
func TestNoMark(t *testing.T) {
	s := newStage(t)
	s.left.mark = Mark{}
	s.drag("x", 250, 50, 50, 50)
	if s.mark.Visible() {
		t.Error("a mark without height is shown")
	}
	s.drag("x", 50, 50, 250, 50)
	if !s.mark.Visible() {
		t.Error("no mark")
	}
	s.drag("x", 250, 50, 150, 50)
	if s.mark.Visible() {
		t.Error("a mark where no zone is")
	}
}

// drawn counts how often it is asked to draw itself.
type drawn struct {
	canvas.Rectangle
	times int
}

func (d *drawn) Refresh() { d.times++ }

// TestNoteAtRest shows a note while the pointer rests, as an estimate comes: nothing else has the window drawn then.
func TestNoteAtRest(t *testing.T) {
	s := newStage(t)
	s.drag("x", 50, 50, 210, 10)
	note := &drawn{}
	s.SetNote(note)
	if note.times == 0 {
		t.Error("the note waits for the pointer to move")
	}
	s.Cancel()
	s.clean()
}
