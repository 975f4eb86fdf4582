package session

import (
	"context"

	"cardinal/ui/look/lang"
)

// SQL writes the pivot on the shelves as SQL for a kind of servers or for DuckDB, and hands over the text.
func (s *Session) SQL(kind string, then func(text string)) {
	table, q := s.table, s.State().Query()
	start(s, &s.copying, Work{What: lang.L("Copying"), Done: -1},
		func(ctx context.Context, _ func(string, float64)) (string, error) {
			return s.engine.SQL(ctx, table, q, kind)
		}, showResult(s, then))
}
