package engine

import (
	"context"
	"math/bits"
	"slices"

	"cardinal/data"
	"cardinal/data/number/int128"
	"cardinal/data/remote"
	"cardinal/engine/aggregate"
	"cardinal/engine/aggregate/measure"
	"cardinal/engine/pushdown"
)

// fill puts the state of a kind into its accumulator: a state that the server computed, or the state of the values that
// the server listed.
func (j *joined) fill(ctx context.Context, o *order, p *measure.Plan, k measure.Kind, acc aggregate.Accumulator,
	of []uint32) error {
	first := o.parts[0]
	state := func(stat pushdown.Stat) *data.Column {
		if at := stateIndex(k, first.states, stat); at >= 0 {
			return first.answer.Columns[len(first.keys.Columns())+1+at]
		}
		return nil
	}
	switch a := acc.(type) {
	case *aggregate.Counts:
		values := state(pushdown.Values)
		if k.Column != nil && values == nil && !j.neverNull(o, k) {
			break
		}
		for row := range first.answer.Rows {
			if g := of[row]; g != aggregate.Skip && values != nil {
				a.S[g] += uint32(values.Int(row))
			} else if g != aggregate.Skip {
				a.S[g] += uint32(j.weight[row])
			}
		}
		return nil
	case *aggregate.Sum128:
		high, low := state(pushdown.High), state(pushdown.Low)
		if high == nil {
			break
		}
		for row := range first.answer.Rows {
			if g := of[row]; g != aggregate.Skip && high.Valid.Get(row) {
				a.S[g] = a.S[g].Add(int128.Mul(high.Int(row), 1<<32)).Add(int128.FromUint(uint64(low.Int(row))))
			}
		}
		return nil
	case *aggregate.MinMax64:
		best := state(pushdown.Least)
		if a.Max {
			best = state(pushdown.Greatest)
		}
		if best == nil {
			break
		}
		batch := &aggregate.Batch{In: make([]aggregate.Vector, len(p.Inputs))}
		var values []int64
		for row := range first.answer.Rows {
			if g := of[row]; g != aggregate.Skip && best.Valid.Get(row) {
				batch.Groups, values = append(batch.Groups, g), append(values, best.Int(row))
			}
		}
		batch.In[a.Input].I64 = values
		a.Update(batch)
		return nil
	}
	columns, err := o.columns(p.MeasureOf(k).Columns())
	if err != nil {
		return err
	}
	listed := o.listPart(columns)
	if listed == nil {
		panic("BUG: nothing was asked for " + p.MeasureOf(k).String())
	}
	at := slices.Index(o.parts, listed)
	return j.addUp(ctx, p, acc, of, j.start[at], j.start[at+1])
}

// neverNull reports whether the counted column of a kind is a column of the server without nulls.
func (j *joined) neverNull(o *order, k measure.Kind) bool {
	if k.Column.Computed != "" || k.Other != nil {
		return false
	}
	at := slices.IndexFunc(o.table.Columns, func(c remote.Column) bool { return c.Name == k.Column.Name })
	return at >= 0 && !o.table.Columns[at].Nullable
}

// addUp adds the rows lo to hi-1 to an accumulator, each row as often as its weight says.
func (j *joined) addUp(ctx context.Context, p *measure.Plan, acc aggregate.Accumulator, of []uint32, lo, hi int) error {
	u := updater{acc: acc, of: of}
	for _, in := range p.Inputs {
		whole := in.Whole(aggregate.OneRange)
		u.whole, u.room = append(u.whole, whole), append(u.room, whole.Make(aggregate.BatchRows))
	}
	if list, ok := acc.(weighed); ok {
		u.weigh = list.Weigh
		for row := lo; row < hi; row++ {
			u.add(row, uint32(j.weight[row]))
			if row%1024 == 0 && ctx.Err() != nil {
				return ctx.Err()
			}
		}
		u.flush()
		return ctx.Err()
	}
	most := int64(0) // how often adding a row can change the state; 0: any number of times
	switch a := acc.(type) {
	case *aggregate.TopK[uint32]:
		most = int64(a.Width)
	case *aggregate.TopK[uint64]:
		most = int64(a.Width)
	case *aggregate.MinMaxCodes, *aggregate.MinMax64, *aggregate.DistinctBits:
		most = 1
	}
	if most > 0 {
		for row := lo; row < hi; row++ {
			for range min(most, j.weight[row]) {
				u.add(row, 1)
			}
			if row%1024 == 0 && ctx.Err() != nil {
				return ctx.Err()
			}
		}
		u.flush()
		return ctx.Err()
	}
	// Horner's rule over the bits of the weights, from the highest: each step doubles the sums and adds the rows
	// whose weight has the bit.
	greatest := int64(0)
	for _, w := range j.weight[lo:hi] {
		greatest = max(greatest, w)
	}
	for bit := bits.Len64(uint64(greatest)) - 1; bit >= 0; bit-- {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		acc.Merge(acc, nil, nil)
		for row := lo; row < hi; row++ {
			if j.weight[row]>>bit&1 != 0 {
				u.add(row, 1)
			}
		}
		u.flush()
	}
	return nil
}

// weighed is an accumulator that adds a row with a weight in one call.
type weighed interface {
	Weigh(b *aggregate.Batch, weights []uint32)
}

// updater adds rows to an accumulator in batches.
type updater struct {
	acc         aggregate.Accumulator
	of          []uint32 // the group of every row
	whole, room []aggregate.Vector
	rows, ids   []uint32
	weights     []uint32
	weigh       func(b *aggregate.Batch, weights []uint32) // nil: the accumulator takes no weights
}

func (u *updater) add(row int, weight uint32) {
	if u.of[row] == aggregate.Skip {
		return
	}
	u.rows, u.ids, u.weights = append(u.rows, uint32(row)), append(u.ids, u.of[row]), append(u.weights, weight)
	if len(u.rows) == aggregate.BatchRows {
		u.flush()
	}
}

func (u *updater) flush() {
	if len(u.rows) == 0 {
		return
	}
	batch := &aggregate.Batch{Groups: u.ids, In: make([]aggregate.Vector, len(u.whole))}
	for i := range u.whole {
		if u.whole[i].Width() > 0 {
			batch.In[i] = u.room[i].Gather(&u.whole[i], u.rows)
		}
	}
	if u.weigh != nil {
		u.weigh(batch, u.weights)
	} else {
		u.acc.Update(batch)
	}
	u.rows, u.ids, u.weights = u.rows[:0], u.ids[:0], u.weights[:0]
}

// stateIndex returns the index of the state with a statistic of the kind's column, or -1.
func stateIndex(k measure.Kind, states []pushdown.State, stat pushdown.Stat) int {
	if k.Column == nil || k.Column.Computed != "" || k.Other != nil {
		return -1
	}
	return slices.Index(states, pushdown.State{Column: k.Column.Name, Stat: stat})
}
