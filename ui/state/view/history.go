package view

// limit is the greatest number of states that can be undone. A hundred states take little memory, since they share
// their slices.
const limit = 100

// History is the current state, the states before it, and the undone states after it. The zero value has the zero
// State.
type History struct {
	now          State
	past, future []State
}

// Now returns the current state.
func (h *History) Now() State { return h.now }

// Do makes s the current state and forgets the undone states. If there are more than limit states, it drops the oldest.
func (h *History) Do(s State) {
	h.past = append(h.past, h.now)
	if len(h.past) > limit {
		h.past = append([]State(nil), h.past[1:]...)
	}
	h.now, h.future = s, nil
}

// Reset makes s the current state with nothing to undo.
func (h *History) Reset(s State) { *h = History{now: s} }

// Undo goes one state back and reports whether there was one.
func (h *History) Undo() bool {
	if !h.CanUndo() {
		return false
	}
	h.future = append(h.future, h.now)
	h.now, h.past = h.past[len(h.past)-1], h.past[:len(h.past)-1]
	return true
}

// Redo goes one state forward and reports whether there was one.
func (h *History) Redo() bool {
	if !h.CanRedo() {
		return false
	}
	h.past = append(h.past, h.now)
	h.now, h.future = h.future[len(h.future)-1], h.future[:len(h.future)-1]
	return true
}

// CanUndo reports whether Undo has a state to return to.
func (h *History) CanUndo() bool { return len(h.past) > 0 }

// CanRedo reports whether Redo has a state to return to.
func (h *History) CanRedo() bool { return len(h.future) > 0 }

// Each replaces the current state and all states before and after it by what change returns.
func (h *History) Each(change func(State) State) {
	h.now, h.past, h.future = change(h.now), mapAll(h.past, change), mapAll(h.future, change)
}
