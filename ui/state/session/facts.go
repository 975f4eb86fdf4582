package session

import (
	"context"

	"cardinal/data"
	"cardinal/data/inspect"
	"cardinal/internal/each"
)

// Fact is what was found out about a column after its table was shown.
type Fact struct {
	Column   string // its name
	Distinct inspect.Distinct
	Spread   inspect.Distribution // how the values are distributed
}

// learn counts the distinct values of a column, and computes their distribution.
func learn(ctx context.Context, c *data.Column) (f Fact, err error) {
	f.Column = c.Name
	if f.Distinct, err = inspect.CountDistinct(ctx, c); err != nil {
		return f, err
	}
	f.Spread, err = inspect.Distribute(ctx, c)
	return f, err
}

// study finds the facts of columns in the background, while nothing else runs. Before that, it lets the engine sample
// the columns. Any work ends the study, which continues at the next rest.
func (s *Session) study() {
	t := s.table
	if t == nil || t.Served != nil {
		return
	}
	unknown := each.Where(t.Columns, func(c *data.Column) bool { return !s.known[c] })
	if len(unknown) == 0 {
		return
	}
	start(s, &s.facts, Work{}, func(ctx context.Context, _ func(string, float64)) (struct{}, error) {
		if err := s.engine.KeepSamples(ctx, t); err != nil {
			return struct{}{}, err
		}
		for _, c := range unknown {
			f, err := learn(ctx, c)
			if err != nil {
				return struct{}{}, err
			}
			if !f.Distinct.About && c.Type != data.Float { // equal floats may be different keys
				s.engine.Counted(t, c.Name, f.Distinct.N)
			}
			s.post(func() {
				if s.table == t && !s.known[c] {
					s.known[c] = true
					s.screen.ShowFact(f)
				}
			})
		}
		return struct{}{}, nil
	}, func(struct{}, error) {})
}
