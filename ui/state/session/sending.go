package session

import (
	"cmp"
	"context"
	"math/bits"
	"slices"

	"cardinal/data"
	"cardinal/engine"
	"cardinal/engine/query"
	"cardinal/internal/each"
	"cardinal/ui/look/lang"
	"cardinal/ui/state/view"
)

// send copies columns of the open table to the GPU while nothing else runs. The columns are those of the shown pivot,
// of the other tabs, and of likely next pivots. Then the GPU compiles the programs of likely pivots. Any work ends the
// sending, which continues at the next rest.
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
	queries := each.Of(asked, view.State.Query)
	var programs []query.Query
	if s.offered != t {
		queries, programs = append(queries, likelyPivots(t)...), pairPivots(t)
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
		if wasStopped(err) {
			return
		}
		s.offered, s.asked = t, asked // even after an error, which would only repeat
		if now := gpuSentence(on); now != s.onGPU {
			s.onGPU = now
			s.sayMachine()
		}
	})
}

// likelyPivots returns likely pivots of one column each: first labels with few values, then numbers, then labels with
// many values. It leaves out columns that would have to be converted for a GPU.
func likelyPivots(t *data.Table) []query.Query {
	const few = 10_000
	labels, numbers := codedColumns(t)
	many, _ := slices.BinarySearchFunc(labels, few, func(c *data.Column, n uint64) int {
		return cmp.Compare(domain(c), n)
	})
	rows := func(c *data.Column) query.Query { return query.Query{Rows: []query.Field{{Column: c.Name}}} }
	sum := func(c *data.Column) query.Query {
		return query.Query{Values: []query.Measure{{Func: query.Sum, Column: c.Name}}}
	}
	return slices.Concat(each.Of(labels[:many], rows), each.Of(numbers, sum), each.Of(labels[many:], rows))
}

// codedColumns returns the columns that a GPU reads in the form in which they are stored. Label columns are in the
// order of their number of values.
func codedColumns(t *data.Table) (labels, numbers []*data.Column) {
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

// pairPivots returns pivots of two or three columns that need different GPU programs, the likeliest first. Columns of
// the same width, with about as many values, share a program if all of them have nulls or none has.
func pairPivots(t *data.Table) (out []query.Query) {
	labels, numbers := codedColumns(t)
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
		q.Rows = append(q.Rows, each.Of(by, func(c *data.Column) query.Field { return query.Field{Column: c.Name} })...)
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

// mostUnlike is the greatest number of label columns, and of number columns, that pairPivots combines.
const mostUnlike = 4

func first[T any](list []T, n int) []T { return list[:min(n, len(list))] }

// domain returns the number of values that a column can have.
func domain(c *data.Column) uint64 {
	if c.Dict != nil {
		return uint64(len(c.Dict.Values))
	}
	return uint64(c.Max-c.Min) + 1
}

// gpuSentence says in a sentence what is on the GPU; "" if nothing is.
func gpuSentence(on engine.Sent) string {
	if on.Columns == 0 {
		return ""
	}
	return lang.N("{{.N}} column ({{.Size}}) lie on the {{.Hardware}} already: a pivot of them sends nothing.",
		"{{.N}} columns ({{.Size}}) lie on the {{.Hardware}} already: a pivot of them sends nothing.", on.Columns,
		lang.With{"Size": lang.Size(on.Bytes), "Hardware": on.On})
}
