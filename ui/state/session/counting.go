package session

import (
	"context"
	"slices"

	"cardinal/engine/query"
	"cardinal/ui/state/view"
)

// count counts the groups of the pivots that one more field on Rows or Columns would make, while nothing else runs. The
// forecast under the pointer is then a count. Any work ends the counting, and it continues at the next rest.
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
			s.counted, s.countedFor = t, now // a failure would repeat
		}
	})
}
