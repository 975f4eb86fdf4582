package session

import (
	"context"

	"cardinal/engine"
	"cardinal/profiler"
)

// Compare measures what the answer on the screen would have cost on every tier. An edit ends it.
func (s *Session) Compare() {
	a, table := s.answer, s.table
	switch {
	case a == nil:
		s.screen.Say(Message{Error: true, Text: "There is no pivot to measure yet: put a field on Rows, Columns or Values first."})
		return
	case s.run.busy || !a.State.SameQuery(s.State()):
		s.screen.Say(Message{Text: "The shelves have changed since the figures below: measure when the new ones are there."})
		return
	}
	start(s, &s.compare, Work{What: "Comparing speeds", Done: -1},
		func(ctx context.Context, report func(string, float64)) (*profiler.Comparison, error) {
			return s.engine.Compare(ctx, table, a.Answer, engine.RunOptions{Progress: func(p engine.Progress) { report(p.Stage, p.Done) }})
		},
		said(s, s.screen.ShowComparison))
}
