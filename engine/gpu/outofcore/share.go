package outofcore

import (
	"context"
	"math"

	"cardinal/data/parallel"
	"cardinal/engine/gpu"
	"cardinal/internal/memory"
)

// share has the names and the figures of groups that are complete, in the form of gpu.Result.Values and High.
type share struct {
	names        []uint32
	values, high [][]uint64
}

// shareOf turns the states of merged groups, which are now complete, into figures.
func shareOf(r *gpu.Request, p partials) share {
	s := share{p.names, make([][]uint64, len(r.Aggregates)), make([][]uint64, len(r.Aggregates))}
	words := p.words
	for i, a := range r.Aggregates {
		state := words[:a.Op.Words()]
		words = words[len(state):]
		s.values[i] = make([]uint64, len(p.names))
		if len(state) > 2 {
			s.high[i] = make([]uint64, len(p.names))
		}
		inBlocks(len(p.names), func(_, lo, hi int) {
			for g := lo; g < hi; g++ {
				v := uint64(state[0][g])
				switch {
				case a.Op == gpu.Last:
					v = uint64(state[0][g] - 1) // 0, which means no row, becomes math.MaxUint32
				case len(state) > 1:
					v |= uint64(state[1][g]) << 32
				}
				s.values[i][g] = v
				if len(state) > 2 {
					s.high[i][g] = uint64(state[2][g])
				}
			}
		})
	}
	return s
}

// toPartials turns the figures of a share back into states, which can be merged with the states of other groups.
func (s share) toPartials(r *gpu.Request) partials {
	return partials{s.names, states(r, &gpu.Result{Values: s.values, High: s.high}, 0)}
}

// add adds groups that are complete.
func (e *execution) add(s share) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.shares = append(e.shares, s)
}

// deliver copies the groups of all shares into the result. If the request is Dense, each group is written to its slot.
// Else the groups follow one another.
func (e *execution) deliver(ctx context.Context) error {
	res, total := &e.res, 0
	starts := make([]int, len(e.shares))
	for i, s := range e.shares {
		starts[i] = total
		total += len(s.names)
	}
	if e.r.Form != gpu.Dense {
		res.Groups, res.Found = memory.Uninitialized[uint32](total), total
		for i, a := range e.r.Aggregates {
			res.Values[i] = memory.Uninitialized[uint64](total)
			if a.Op == gpu.Product {
				res.High[i] = memory.Uninitialized[uint64](total)
			}
		}
	}
	return parallel.Do(ctx, len(e.shares), func(_ context.Context, i int) error {
		s, at := e.shares[i], starts[i]
		if e.r.Form != gpu.Dense {
			copy(res.Groups[at:], s.names)
		}
		for k := range e.r.Aggregates {
			e.place(res.Values[k], s.values[k], s.names, at)
			e.place(res.High[k], s.high[k], s.names, at)
		}
		return nil
	})
}

// place copies the figures of groups into the result: to their slots if the request is Dense, else to index at.
func (e *execution) place(to, from []uint64, names []uint32, at int) {
	if e.r.Form != gpu.Dense {
		copy(to[min(at, len(to)):], from)
		return
	}
	for g, v := range from {
		to[names[g]] = v
	}
}

// toRowNumbers replaces the least or the greatest row number of each group, counted from 1, by the figure of First or
// Last, counted from 0.
func toRowNumbers(op gpu.Op, values []uint64) {
	for g, v := range values {
		switch {
		case op == gpu.First && v == math.MaxUint32, op == gpu.Last && v == 0:
			values[g] = math.MaxUint32
		default:
			values[g] = v - 1
		}
	}
}
