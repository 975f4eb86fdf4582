package session

import (
	"context"

	"cardinal/engine/query"
)

// countSlicers counts the labels of the pinned filters in the background and shows them. The next edit stops the count
// and begins it again.
func (s *Session) countSlicers() {
	type pinned struct {
		field query.Field
		where *query.Expr
	}
	var all []pinned
	now := s.State()
	for i, f := range now.Filters {
		if f.Pinned {
			all = append(all, pinned{f.Field, now.Others(i)})
		}
	}
	if len(all) == 0 {
		s.slicers.stop()
		return
	}
	table := s.table
	start(s, &s.slicers, Work{}, func(ctx context.Context, _ func(string, float64)) ([]Choices, error) {
		var counted []Choices
		for _, p := range all {
			found, err := s.engine.Frequencies(ctx, table, now.Lets, p.field, p.where)
			if err != nil {
				return nil, err
			}
			counted = append(counted, Choices{found, p.field})
		}
		return counted, nil
	}, showResult(s, s.screen.ShowSlicers))
}
