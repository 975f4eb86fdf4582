package session

import (
	"context"
	"slices"

	"cardinal/engine/query"
	"cardinal/ui/state/view"
)

// count counts groups ahead while nothing else runs. It does so for each field that is not on Rows or Columns: it
// counts the groups of the shown pivot with this field added. While a person drags the field, the forecast is then
// exact. Any work ends the counting, which continues at the next rest.
func (s *Session) count() {
	t, now := s.table, s.State()
	if t == nil || t.Served != nil || s.base.Part != nil || s.counted == t && now.SameQuery(s.countedFor) {
		return
	}
	var further []query.Field
	for _, c := range t.Columns {
		if f := now.NextKey(c, view.Rows); !slices.Contains(now.Rows, f) && !slices.Contains(now.Cols, f) {
			further = append(further, f)
		}
	}
	start(s, &s.counting, Work{}, func(ctx context.Context, _ func(string, float64)) (struct{}, error) {
		return struct{}{}, s.engine.CountAhead(ctx, t, now.Query(), further)
	}, func(_ struct{}, err error) {
		if !wasStopped(err) {
			s.counted, s.countedFor = t, now // even after an error, which would only repeat
		}
	})
}
