package measure

import (
	"fmt"
	"iter"
	"slices"

	"cardinal/engine/aggregate"
)

// pairsOnDevice lists the operation for a state that keeps values: distinct counts, quantiles, modes and lists of a
// column with codes.
func pairsOnDevice(p *Plan, k Kind) (ops []DeviceOp, trouble string) {
	switch {
	case !isCoded(k.Column):
		return nil, fmt.Sprintf("the GPU compares values of 32 bits, and those of %s are wider", k.Column.Name)
	case slices.ContainsFunc(p.asked(k), func(s statistic) bool { return s.kind == productStatistic }):
		return nil, ""
	}
	return []DeviceOp{{Func: DevicePairs, Values: k.Column}}, ""
}

// Codes returns the number of codes of the column of a DevicePairs operation, including that of null.
func (o *DeviceOp) Codes() int { return codeCount(o.Values) }

// mostCountBytes limits the counts of values that a GPU's answer is kept in.
const mostCountBytes = 256 << 20

// PairState returns an empty state of a kind that pairs of group and value fill, for n groups; nil: it would take too
// much memory. A state of counts that is larger than the cores would choose is no slower to fill from pairs.
func (p *Plan) PairState(kind, n int) aggregate.Accumulator {
	k := p.Kinds[kind]
	if k.Op == OpDistinct {
		return p.NewOf(kind)
	}
	width := codeCount(k.Column)
	if 4*width*max(n, 1) > mostCountBytes {
		return nil
	}
	return &aggregate.ValueCounts{Rows: aggregate.Rows[uint32]{Width: width},
		Value: aggregate.NullableOf(k.Column, p.input(k.Column)), Nulls: k.Column.Valid != nil}
}

// LoadPairs returns a function that fills a state of PairState for groups lo to hi. pairs lists the codes of a group
// with their numbers of rows. Several goroutines may call the function, each for other groups.
func (p *Plan) LoadPairs(state aggregate.Accumulator, pairs func(g int) iter.Seq2[uint32, uint32]) func(lo, hi int) {
	switch a := state.(type) {
	case *aggregate.ValueCounts:
		return func(lo, hi int) {
			for g := lo; g < hi; g++ {
				counts := a.Of(g)
				for code, rows := range pairs(g) {
					counts[code] = rows
				}
			}
		}
	case *aggregate.DistinctBits:
		return func(lo, hi int) {
			for g := lo; g < hi; g++ {
				for code := range pairs(g) {
					a.Set(g, code)
				}
			}
		}
	case *aggregate.DistinctList:
		return func(lo, hi int) {
			var groups, codes []uint32
			for g := lo; g < hi; g++ {
				for code := range pairs(g) {
					groups, codes = append(groups, uint32(g)), append(codes, code)
				}
			}
			a.AddPairs(groups, codes)
		}
	}
	panic("BUG: a state that pairs do not fill")
}
