package engine

import (
	"math"
	"slices"
	"time"

	"cardinal/engine/choice/dispatch"
	"cardinal/engine/choice/estimate"
	"cardinal/engine/choice/tier"
	"cardinal/engine/cpu"
	"cardinal/engine/key"
	"cardinal/internal/each"
	"cardinal/internal/system"
	"cardinal/profiler"
)

// expected is the predicted number of groups, with the order of the keys and the time that the prediction took.
type expected struct {
	estimate.Estimate
	clustering profiler.Clustering
	took       time.Duration
}

// expect predicts the number of groups. If the number is known from the last answer to the same question, from counting
// the values of a column, or from CountAhead, expect returns this number. Otherwise it estimates the number from a
// sample of the rows. The sample grows while the choice of the tier or of its strategy depends on the number.
func (e *Engine) expect(b *bound, rows selection, clustering profiler.Clustering, offers []*tier.Offer,
	o RunOptions) expected {
	start := system.Now()
	x := expected{clustering: clustering}
	if o.groups > 0 {
		x.Estimate = estimate.FromHistory(o.groups)
	} else if n, known := e.groupsInHistory(b, rows); known {
		x.Estimate = estimate.FromHistory(n)
	} else if n, known := b.groupsCounted(b.keys, rows); known {
		x.Estimate = estimate.FromColumn(n)
	} else if ahead, known := b.groupsAhead(rows); known {
		x.Estimate = ahead
	} else {
		x.Estimate = estimate.Request{
			Key: b.key, Selected: rows.bits, Rows: rows.n, Share: o.Share,
			Stakes: stakes(b, rows, offers, o), Values: b.valuesKnown(rows),
		}.Estimate()
	}
	places := 0
	if cpu.Indexable(b.key.Slots, rows.n) {
		places = int(b.key.Slots)
	}
	b.measures.Expect(min(x.Decisive, 4*x.Groups+1000), places)
	x.took = system.Since(start)
	return x
}

// groupsInHistory returns the number of groups of the last answer to the same question; known is false if the history
// has no such answer.
func (e *Engine) groupsInHistory(b *bound, rows selection) (groups int, known bool) {
	if !e.knows(b.state) {
		return 0, false
	}
	return e.history.Groups(b.fingerprint(), rows.n)
}

// knows reports whether the history has pivots of a table. If the history is not in the cache, a look-up takes some 2
// microseconds.
func (e *Engine) knows(s *tableState) bool {
	return s.unknown.Load() != e.history.Version() && e.history.Knows(s.source)
}

// fingerprint returns the name of the question in the history. It is computed when it is first needed: the first pivot
// of a table is answered without it.
func (b *bound) fingerprint() profiler.Fingerprint {
	if b.named.Source == "" {
		var few [8]string
		fields := few[:0]
		for _, k := range b.keys {
			fields = append(fields, k.ID())
		}
		b.named = b.state.fingerprint(fields, b.filterText())
	}
	return b.named
}

// valuesKnown returns the number of values of each key column, or 0 if it is unknown. If the query has a filter, it
// returns nil, because the rows that pass may not have all values.
func (b *bound) valuesKnown(rows selection) []int {
	if rows.bits != nil || len(b.keys) != len(b.key.Cols) {
		return nil
	}
	out := make([]int, len(b.keys))
	for i, k := range b.keys {
		if k.Exact {
			out[i] = k.Card
		} else {
			out[i], _ = b.groupsCounted(b.keys[i:i+1], rows)
		}
	}
	return out
}

// stakes finds the numbers of groups at which another tier or strategy becomes the fastest, and the greatest loss by a
// wrong choice there. If the caller chose a tier, stakes compares only its strategies. Up to estimate.ShortRows rows,
// stakes looks for no crossover: the search makes some 25 predictions, which take several hundredths of the pivot's
// time. The slot limit of a device counts for any number of rows.
func stakes(b *bound, rows selection, offers []*tier.Offer, o RunOptions) *estimate.Stakes {
	sized := !cpu.Indexable(b.key.Slots, rows.n)
	varies := func(o *tier.Offer) bool { return o.Varies(1, int(min(b.key.Slots, uint64(rows.n)))) }
	short := rows.n <= estimate.FewRows ||
		rows.n <= estimate.ShortRows && !sized && !slices.ContainsFunc(offers, varies)
	if short && !slices.ContainsFunc(offers, func(o *tier.Offer) bool { return o.Device != "" }) {
		return estimate.NoStakes
	}
	races := each.Of(offers, func(o *tier.Offer) *dispatch.Offer { return &o.Offer })
	races = dispatch.Racing(races, string(o.Tier))
	limit := func(low, high int) bool { return dispatch.LimitBetween(races, low, high) }
	if short {
		return estimate.Near(limit)
	}
	s := &estimate.Stakes{
		Time:       func(groups, low, high int) time.Duration { return dispatch.Fastest(races, groups, low, high) },
		Crossovers: func(int, int) []estimate.Crossover { return nil },
		Limit:      limit,
		Sized:      sized,
	}
	if o.Strategy != "" || rows.n <= estimate.ShortRows {
		return s
	}
	s.Crossovers = func(low, high int) (out []estimate.Crossover) {
		for _, n := range dispatch.Crossovers(races, low, high) {
			// a Regret of 0 would make every step worth its cost
			out = append(out, estimate.Crossover{Groups: n, Regret: max(time.Nanosecond, dispatch.Regret(races, n))})
		}
		return out
	}
	return s
}

// tooLarge refuses a crosstab that is expected to have more cells than the caller can show. If even the product of the
// fields' numbers of labels fits, tooLarge estimates nothing.
func tooLarge(b *bound, rows selection, groups func() int, maxCells int) *dispatch.TooLarge {
	if maxCells <= 0 {
		return nil
	}
	if !b.query.Layout.ShowEmpty {
		most := func(fields []*key.Column) int {
			return int(min(key.Compose(b.table.Rows, fields).Slots, uint64(rows.n)))
		}
		if dispatch.Guard(extent(b, most), maxCells) == nil {
			return nil
		}
	}
	x, _ := expectedExtent(b, rows, groups())
	return dispatch.Guard(x, maxCells)
}

// refine returns the expected number of groups. If expect sampled only few rows, because the choice of a tier needed no
// more, refine samples more.
func (x *expected) refine(b *bound, rows selection) int {
	if !x.Decided() {
		if more := (estimate.Request{Key: b.key, Selected: rows.bits,
			Rows: rows.n}).Estimate(); more.SampleRows > x.SampleRows || more.Exact() {
			return more.Groups
		}
	}
	return x.Groups
}

// expectedExtent returns the expected size of the crosstab. groups is the expected number of combinations of all
// fields. known is true if all numbers, except perhaps groups, are exact.
func expectedExtent(b *bound, rows selection, groups int) (_ dispatch.Extent, known bool) {
	if b.query.Layout.ShowEmpty {
		return extent(b, func(fields []*key.Column) int { return combinations(b, rows, fields) }), false
	}
	known = len(b.query.Tops)+len(b.query.Havings) == 0
	x := extent(b, func(fields []*key.Column) int {
		if len(fields) == len(b.keys) {
			return groups
		}
		if n, counted := b.groupsCounted(fields, rows); counted {
			return n
		}
		e := estimate.Request{Key: key.Compose(b.table.Rows, fields), Selected: rows.bits, Rows: rows.n}.Estimate()
		known = known && e.Exact()
		return e.Groups
	})
	return x, known
}

// combinations returns the number of combinations of the labels of fields, including combinations that no row has.
func combinations(b *bound, rows selection, fields []*key.Column) int {
	n := 1
	columns := map[string][]*key.Column{}
	for _, k := range fields {
		columns[k.Field.Column] = append(columns[k.Field.Column], k)
	}
	for _, of := range columns {
		labels := math.MaxInt
		if len(of) == 1 {
			labels = of[0].Span()
		}
		if len(of) > 1 && !slices.ContainsFunc(of, func(k *key.Column) bool { return k.Calendar() == nil }) {
			labels = instants(of)
		}
		if len(of) > 1 && labels == math.MaxInt || !of[0].Stepped() {
			some := key.Compose(b.table.Rows, of)
			labels = min(labels, estimate.Request{Key: some, Selected: rows.bits, Rows: rows.n}.Estimate().Groups)
		}
		if labels = max(1, labels); n > math.MaxInt/labels {
			return math.MaxInt
		}
		n *= labels
	}
	return n
}

// instants returns the greatest number of combinations of labels that dates have in several fields of their column,
// null included.
func instants(parts []*key.Column) int {
	labels, step, recur := 1, int64(math.MaxInt64), true
	for _, k := range parts {
		recur = recur && k.Field.Part.Kind().Recurs()
		if span := k.Span(); labels < math.MaxInt/span {
			labels *= span
		}
		step = min(step, k.Calendar().Step)
	}
	if recur {
		return labels
	}
	c := parts[0].Calendar()
	return min(labels, int((c.Last-c.First)/step)+2)
}

// extent returns the size of the crosstab. labels returns the number of combined labels of fields.
func extent(b *bound, labels func([]*key.Column) int) dispatch.Extent {
	rows, cols := b.keys[:len(b.query.Rows)], b.keys[len(b.query.Rows):]
	x := dispatch.Extent{Rows: keptLabels(b, rows, false, labels), Cols: keptLabels(b, cols, true, labels),
		Values: len(b.query.Values)}
	if len(rows) > 0 {
		x.First = keptLabels(b, rows[:1], false, labels)
	}
	return x
}

// keptLabels returns how many combined labels of fields are left after the tops of the query. Others is one more label.
// Below Others there is about one label for each value of an inner field. keptLabels does not predict how many labels
// conditions on figures leave out.
func keptLabels(b *bound, fields []*key.Column, cols bool, labels func([]*key.Column) int) int {
	limit, others := make([]int, len(fields)), make([]bool, len(fields))
	limited := false
	for _, t := range b.query.Tops {
		if t.Cols == cols && t.Field < len(fields) && t.N > 0 {
			limit[t.Field], others[t.Field], limited = t.N, t.Others, true
		}
	}
	if !limited {
		return labels(fields)
	}
	// the numbers of labels of a depth: shown (after the tops), merged (Others and labels below Others), and all
	// (without tops)
	shown, merged, all := 1, 0, 1
	for f := range fields {
		next := max(1, labels(fields[:f+1]))
		parents := shown
		below := merged * labels(fields[f:f+1])
		shown = min((shown-merged)*next/all+below, next)
		merged, all = min(below, shown), next
		if most := parents * limit[f]; limit[f] > 0 && most < shown {
			if shown, merged = most, 0; others[f] {
				shown, merged = most+parents, parents
			}
		}
	}
	return shown
}
