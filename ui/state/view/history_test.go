package view

import (
	"fmt"
	"testing"
)

func tiered(i int) State { return State{Tier: fmt.Sprint(i)} }

func TestHistory(t *testing.T) {
	var h History
	at := func(want string, undo, redo bool) {
		t.Helper()
		if h.Now().Tier != want || h.CanUndo() != undo || h.CanRedo() != redo {
			t.Fatalf("at %q, undo %v, redo %v; want %q, %v, %v", h.Now().Tier, h.CanUndo(), h.CanRedo(),
				want, undo, redo)
		}
	}
	at("", false, false)
	if h.Undo() || h.Redo() {
		t.Fatal("there is nothing to undo or redo")
	}
	h.Do(tiered(1))
	h.Do(tiered(2))
	h.Do(tiered(3))
	at("3", true, false)
	h.Undo()
	at("2", true, true)
	h.Undo()
	at("1", true, true)
	h.Redo()
	at("2", true, true)
	h.Do(tiered(4)) // 3 is gone for good
	at("4", true, false)
	if h.Redo() {
		t.Fatal("redo of a state that a new edit cut off")
	}
	h.Undo()
	at("2", true, true)
	h.Undo()
	h.Undo()
	at("", false, true)
	for range 3 {
		h.Redo()
	}
	at("4", true, false)
	h.Reset(tiered(5))
	at("5", false, false)
}

func TestHistoryIsBounded(t *testing.T) {
	var h History
	for i := range 5 * limit {
		h.Do(tiered(i))
	}
	steps := 0
	for h.Undo() {
		steps++
	}
	if want := fmt.Sprint(5*limit - 1 - limit); steps != limit || h.Now().Tier != want {
		t.Errorf("%d steps back to %s, want %d to %s", steps, h.Now().Tier, limit, want)
	}
	for h.Redo() {
		steps--
	}
	if steps != 0 || h.Now().Tier != fmt.Sprint(5*limit-1) {
		t.Errorf("%d steps missing at %s", steps, h.Now().Tier)
	}
}
