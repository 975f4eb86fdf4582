package session

import (
	"context"

	"cardinal/ui/look/lang"
)

// SQL calls `then` with the pivot of the shelves as SQL, for one kind of servers or for DuckDB.
func (s *Session) SQL(kind string, then func(text string)) {
	table, q := s.table, s.State().Query()
	start(s, &s.copying, Work{What: lang.L("Copying"), Done: -1},
		func(ctx context.Context, _ func(string, float64)) (string, error) {
			return s.engine.SQL(ctx, table, q, kind)
		}, showResult(s, then))
}
