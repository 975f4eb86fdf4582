package session

import (
	"context"
	"slices"

	"cardinal/data"
	"cardinal/engine/expression/formula"
)

// calculated is a table with its calculated fields, and the facts about them.
type calculated struct {
	table *data.Table
	facts []Fact
}

// calculate adds the calculated fields of the state to Table. It computes the first rows at once, so that the types are
// known, and then all rows in the background.
func (s *Session) calculate() {
	s.widen()
	table, lets := s.table, s.State().Lets
	if table == nil || slices.Equal(lets, s.lets) {
		return
	}
	s.lets, s.fields = lets, table
	if sample, err := formula.Sample(table, lets); err == nil { // an error is reported by the run
		s.fields = table.With(sample.Columns[len(table.Columns):]...)
	}
	s.screen.ShowFields(s.fields)
	start(s, &s.calculated, Work{}, func(ctx context.Context, _ func(string, float64)) (calculated, error) {
		all, err := s.engine.Calculated(ctx, table, lets)
		if err != nil {
			return calculated{}, err
		}
		out := calculated{table: all}
		for _, c := range all.Columns[len(table.Columns):] {
			if table.Served != nil {
				break
			}
			f, err := learn(ctx, c)
			if err != nil {
				return calculated{}, err
			}
			out.facts = append(out.facts, f)
		}
		return out, nil
	}, func(all calculated, err error) {
		if err != nil { // the run reports the error
			return
		}
		s.fields = all.table
		s.screen.ShowFields(all.table)
		if s.Served() {
			return // rows from a server already have their calculated fields
		}
		s.whole = s.whole.withTable(all.table, len(table.Columns))
		for _, f := range all.facts {
			s.screen.ShowFact(f)
		}
		if s.answer == nil && s.State().Empty() {
			s.screen.ShowAnswer(nil)
		}
	})
}
