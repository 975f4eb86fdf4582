package view

// limit is the largest number of states that can be undone. States share their slices, so a hundred states take
// little memory.
const limit = 100

// History is the current state and the ones before and after it. The zero value holds the zero State.
type History struct {
	now          State
	past, future []State
}

// Now is the current state.
func (h *History) Now() State { return h.now }

// Do makes s the current state and forgets what was undone. The oldest state goes when there are more than limit.
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

// Redo goes one state forward again and reports whether there was one.
func (h *History) Redo() bool {
	if !h.CanRedo() {
		return false
	}
	h.past = append(h.past, h.now)
	h.now, h.future = h.future[len(h.future)-1], h.future[:len(h.future)-1]
	return true
}

// CanUndo reports whether there is a state to go back to.
func (h *History) CanUndo() bool { return len(h.past) > 0 }

// CanRedo reports whether an undone state can be had back.
func (h *History) CanRedo() bool { return len(h.future) > 0 }

// Each changes the current state and those before and after it.
func (h *History) Each(change func(State) State) {
	h.now, h.past, h.future = change(h.now), mapped(h.past, change), mapped(h.future, change)
}
