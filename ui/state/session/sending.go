package session

import (
	"cmp"
	"context"
	"fmt"
	"math/bits"
	"slices"

	"cardinal/data"
	"cardinal/engine"
	"cardinal/engine/query"
	"cardinal/internal/memory"
	"cardinal/profiler"
	"cardinal/ui/state/view"
)

// send gives the GPU the columns of the open table, in the background and while nothing else runs: those of the
// pivot that is shown, of the other tabs, and then those that are likely to be dropped next. Then it has the
// GPU compile the programs of the likely pivots. Any work ends the sending, and it goes on at the next rest.
func (s *Session) send() {
	t := s.fields
	if t == nil || t.Served != nil || s.base.Part != nil || slices.Contains(s.limits.Barred, engine.GPU) {
		return
	}
	barred, asked := s.limits.Barred, []view.State{s.State()}
	for _, other := range s.tabs {
		if other != s.tab {
			asked = append(asked, other.history.Now())
		}
	}
	if s.offered == t && slices.EqualFunc(asked, s.asked, view.State.SameQuery) {
		return
	}
	var queries, programs []query.Query
	for _, state := range asked {
		queries = append(queries, state.Query())
	}
	if s.offered != t {
		queries, programs = append(queries, likely(t)...), pairs(t)
	}
	start(s, &s.sending, Work{}, func(ctx context.Context, _ func(string, float64)) (engine.Sent, error) {
		if err := s.wait(ctx); err != nil {
			return engine.Sent{}, err
		}
		sent, err := s.engine.Send(ctx, t, queries, barred)
		if err != nil {
			return sent, err
		}
		return sent, s.engine.Compile(ctx, t, programs, barred)
	}, func(on engine.Sent, err error) {
		if ended(err) {
			return
		}
		s.offered, s.asked = t, asked // what failed would fail again
		if now := lying(on); now != s.onGPU {
			s.onGPU = now
			s.sayMachine()
		}
	})
}

// likely are pivots of one column each: labels with few values first, then numbers, then labels with many.
// Columns that a device would have to be given in another form than the table's own are not among them.
func likely(t *data.Table) []query.Query {
	const few = 10_000
	labels, numbers := coded(t)
	many, _ := slices.BinarySearchFunc(labels, few, func(c *data.Column, n uint64) int { return cmp.Compare(domain(c), n) })
	var out []query.Query
	ask := func(c *data.Column) {
		out = append(out, query.Query{Rows: []query.Field{{Column: c.Name}}})
	}
	for _, c := range labels[:many] {
		ask(c)
	}
	for _, c := range numbers {
		out = append(out, query.Query{Values: []query.Measure{{Func: query.Sum, Column: c.Name}}})
	}
	for _, c := range labels[many:] {
		ask(c)
	}
	return out
}

// coded are the columns that a device has as they are: labels, those with the fewest values first, and numbers.
func coded(t *data.Table) (labels, numbers []*data.Column) {
	for _, c := range t.Columns {
		switch {
		case c.Wide != nil || c.Type == data.Float || c.Type == data.Null:
		case c.Type == data.Int || c.Type == data.Decimal:
			numbers = append(numbers, c)
		default:
			labels = append(labels, c)
		}
	}
	slices.SortStableFunc(labels, func(a, b *data.Column) int { return cmp.Compare(domain(a), domain(b)) })
	return labels, numbers
}

// pairs are pivots of two or three columns whose programs differ, the likeliest first: each stands for all
// pivots of columns that are as wide, with and without nulls.
func pairs(t *data.Table) (out []query.Query) {
	labels, numbers := coded(t)
	unlike := func(columns []*data.Column) []*data.Column {
		seen := map[[3]int]bool{}
		return slices.DeleteFunc(slices.Clone(columns), func(c *data.Column) bool {
			shape := [3]int{c.Codes.Bytes() / max(1, c.Rows), min(bits.Len64(domain(c))/4, 4), min(c.Nulls, 1)}
			again := seen[shape]
			seen[shape] = true
			return again
		})
	}
	ask := func(f query.Func, of *data.Column, by ...*data.Column) {
		q := query.Query{Values: []query.Measure{{Func: f, Column: of.Name}}}
		for _, c := range by {
			q.Rows = append(q.Rows, query.Field{Column: c.Name})
		}
		out = append(out, q)
	}
	keys, values := first(unlike(labels), mostUnlike), first(unlike(numbers), mostUnlike)
	for _, of := range values {
		for _, by := range keys {
			ask(query.Sum, of, by)
		}
	}
	for _, of := range first(values, 1) {
		for i := range max(0, len(keys)-1) {
			ask(query.Sum, of, keys[i], keys[i+1])
		}
		for _, by := range first(keys, 1) {
			ask(query.Min, of, by)
			ask(query.Avg, of, by)
		}
	}
	return out
}

// mostUnlike is how many labels, and how many numbers, stand for all of a table.
const mostUnlike = 4

func first[T any](list []T, n int) []T { return list[:min(n, len(list))] }

// domain is how many values a column may have.
func domain(c *data.Column) uint64 {
	if c.Dict != nil {
		return uint64(len(c.Dict.Values))
	}
	return uint64(c.Max-c.Min) + 1
}

// lying says, in a sentence, what lies on the GPU.
func lying(on engine.Sent) string {
	if on.Columns == 0 {
		return ""
	}
	return fmt.Sprintf("%s (%s) lie on the %s already: a pivot of them sends nothing.", profiler.Counted(on.Columns, "column"), memory.Format(on.Bytes), on.On)
}
