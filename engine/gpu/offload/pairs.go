package offload

import (
	"context"
	"errors"
	"fmt"
	"math"

	"cardinal/engine/aggregate/measure"
	"cardinal/engine/choice/cost"
	"cardinal/engine/gpu"
	"cardinal/engine/gpu/plan"
	"cardinal/engine/pivot"
	"cardinal/internal/each"
	"cardinal/internal/memory"
)

// pairs is a request that counts the rows of each pair of group and value, for a state that keeps values. The slot of a
// pair is the slot of its group times the number of codes, plus the code of its value. So the pairs of a group have
// neighbouring slots.
//
//	distinct(x) by g    the pairs of each group are counted
//	median(x) by g      a walk over the pairs of a group, which ascend, finds the middle row
type pairs struct {
	kind     int // of the state
	codes    int
	request  *gpu.Request
	unmapped bool // the device has not yet found the slots of the rows
}

// pairsOf returns the DevicePairs operation of a state, or nil.
func (j *job) pairsOf(kind int) *measure.DeviceOp {
	ops, _ := j.Measures.Device(j.Measures.Kinds[kind])
	if len(ops) == 0 || ops[0].Func != measure.DevicePairs {
		return nil
	}
	return &ops[0]
}

// pairRequest returns the request for the pairs of a state. Its keys and filter are those of the main request.
func (j *job) pairRequest(kind int, op *measure.DeviceOp, main *gpu.Request) pairs {
	n, c := op.Codes(), op.Values
	q := &gpu.Request{Form: gpu.Dense, Rows: main.Rows, Select: main.Select, Slots: int(j.Key.Slots) * n,
		Aggregates: []gpu.Aggregate{{Op: gpu.Count}}}
	if q.Slots > maxDeviceSlots {
		q.Form = gpu.Sparse
	}
	for i, k := range main.Keys {
		q.Keys = append(q.Keys, gpu.Key{Codes: k.Codes, Stride: uint32(j.Key.Strides[i]) * uint32(n)})
	}
	what := "value0"
	if c.Dict != nil { // value0 has the ranks of texts
		what = "code"
	}
	q.Keys = append(q.Keys, gpu.Key{Codes: codes(j.columnID(what, c), c.Codes), Stride: 1})
	return pairs{kind: kind, codes: n, request: q}
}

// requests lists the requests of the pivot.
func (j *job) requests() []*gpu.Request {
	return append([]*gpu.Request{j.request}, each.Of(j.pairs, func(p pairs) *gpu.Request { return p.request })...)
}

// expecting returns the requests with their expected numbers of groups.
func (j *job) expecting(groups int) []gpu.Request {
	list := []gpu.Request{*j.request}
	list[0].Expected = groups
	for _, p := range j.pairs {
		list = append(list, *p.request)
		list[len(list)-1].Expected = j.expectedPairs(&p, groups)
	}
	return list
}

// expectedPairs returns how many pairs of group and value occur if the rows are spread evenly over all possible pairs.
func (j *job) expectedPairs(p *pairs, groups int) int {
	all := float64(groups) * float64(p.codes)
	return int(math.Ceil(-all * math.Expm1(-float64(j.Selected)/max(all, 1))))
}

// pairShapes describes the requests for pairs to the cost model. It leaves out their columns, which the shape of the
// main request counts.
func (j *job) pairShapes(groups int) (list []cost.Shape) {
	for i := range j.pairs {
		p := &j.pairs[i]
		s := cost.Shape{Rows: j.Selected, Keys: len(p.request.Keys), Accs: 1, Words: 1,
			Groups: j.expectedPairs(p, groups), Slots: p.request.Slots, Threads: j.Cores,
			Class: j.seen.adapter.Class, Limit: sumSlots(j.card()),
			Unmapped: p.unmapped}
		if p.request.Form == gpu.Dense {
			s.Domain = s.Slots
		}
		list = append(list, s)
	}
	return list
}

// pairBytes is the approximate memory of a pair in the device's answer and in the state.
const pairBytes = 24

// pairMemory says why the pairs of group and value do not fit the device or the memory, or returns "".
func (j *job) pairMemory(groups int) string {
	requests := j.expecting(groups)
	for i := range j.pairs {
		p, q := &j.pairs[i], &requests[i+1]
		of := j.Measures.Kinds[p.kind].Column.Name
		if need := plan.DeviceBytes(q); need > j.seen.adapter.ResidentBudget {
			return fmt.Sprintf("the pairs of group and %s need %s of %s", of, memory.Format(need),
				memory.Format(j.seen.adapter.ResidentBudget))
		}
		if need := pairBytes * int64(q.Expected); need > j.Budget(0) {
			return fmt.Sprintf("the pairs of group and %s would need %s of memory, and %s are free", of,
				memory.Format(need), memory.Format(j.Budget(0)))
		}
	}
	return ""
}

// loadPairs makes the accumulator of a state that keeps values from the counts of its pairs.
func (j *job) loadPairs(ctx context.Context, p *pairs, result *gpu.Result, groups *pivot.Groups) (err error) {
	if result.Tiles > 0 || result.Partitions > 0 {
		return errors.New("the pairs of group and value did not fit its memory at once")
	}
	state := j.Measures.Pairs(p.kind)
	state.Listed = p.request.Lists()
	state.First, state.Slots, state.Rows = j.firstSlots(groups, p.codes), result.Groups, result.Values[0]
	state.Locate(func(n int, do func(lo, hi int)) { err = j.pieces(ctx, n, do) })
	groups.Accs[p.kind] = state
	return err
}

// firstSlots returns the slot of each group's first pair.
func (j *job) firstSlots(groups *pivot.Groups, codes int) []uint64 {
	slots := make([]uint64, groups.N)
	for col := range groups.Codes {
		stride := j.Key.Strides[col] * uint64(codes)
		for g := range slots {
			slots[g] += uint64(groups.Codes[col].At(g)) * stride
		}
	}
	return slots
}
