package session

import (
	"errors"

	"cardinal/data"
	"cardinal/data/remote/dial"
	"cardinal/engine"
	"cardinal/profiler"
	"cardinal/ui/state/view"
)

// fakeScreen remembers what it was shown.
type fakeScreen struct {
	fields           *data.Table
	table            *data.Table
	tables           []*data.Table // in turn
	state            view.State
	canUndo, canRedo bool
	tabs             []string
	shown            int
	answer           *Answer
	answers          int
	tiles            []*Tile
	failure          error
	large            *engine.TooLarge
	rows             *Rows
	machine          []string
	comparison       *profiler.Comparison
	work             *Work
	works            []Work
	facts            []Fact
	slicers          [][]Choices
	said             []Message
	locked           *dial.Locked
	copy             *profiler.Pull
}

func (s *fakeScreen) ShowTabs(names []string, shown int) { s.tabs, s.shown = names, shown }
func (s *fakeScreen) ShowTable(t *data.Table)            { s.table, s.tables = t, append(s.tables, t) }
func (s *fakeScreen) ShowGrown(t *data.Table)            { s.table, s.tables = t, append(s.tables, t) }
func (s *fakeScreen) ShowAgain(t *data.Table)            { s.table, s.tables = t, append(s.tables, t) }
func (s *fakeScreen) ShowState(v view.State, canUndo, canRedo bool) {
	s.state, s.canUndo, s.canRedo = v, canUndo, canRedo
}
func (s *fakeScreen) ShowAnswer(a *Answer)                  { s.answer, s.failure, s.large = a, nil, nil; s.answers++ }
func (s *fakeScreen) ShowFailure(err error)                 { s.answer, s.failure = nil, err }
func (s *fakeScreen) ShowTiles(all []*Tile)                 { s.answer, s.tiles = nil, all }
func (s *fakeScreen) ShowComparison(c *profiler.Comparison) { s.comparison = c }
func (s *fakeScreen) ShowRows(r *Rows)                      { s.rows = r }
func (s *fakeScreen) ShowTooLarge(e *engine.TooLarge)       { s.answer, s.large = nil, e }
func (s *fakeScreen) ShowMachine(text string)               { s.machine = append(s.machine, text) }
func (s *fakeScreen) ShowFields(t *data.Table)              { s.fields = t }
func (s *fakeScreen) OfferCopy(p *profiler.Pull)            { s.copy = p }
func (s *fakeScreen) ShowLocked(e *dial.Locked, _ func())   { s.locked = e }
func (s *fakeScreen) ShowFact(f Fact)                       { s.facts = append(s.facts, f) }
func (s *fakeScreen) ShowSlicers(counted []Choices)         { s.slicers = append(s.slicers, counted) }
func (s *fakeScreen) Say(m Message)                         { s.said = append(s.said, m) }
func (s *fakeScreen) ShowWork(w *Work) {
	if s.work = w; w != nil {
		s.works = append(s.works, *w)
	}
}

// heard fails the test unless the last message is this one.
func (d *desk) heard(text string, isError bool) {
	d.Helper()
	var last Message
	if n := len(d.screen.said); n > 0 {
		last = d.screen.said[n-1]
	}
	if last.Text != text || last.Error != isError {
		d.Errorf("said %+v, want %q (error: %v)", last, text, isError)
	}
}

var errBoom = errors.New("the disk is on fire")
