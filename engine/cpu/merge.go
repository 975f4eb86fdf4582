package cpu

import (
	"slices"

	"cardinal/data"
	"cardinal/engine/aggregate"
	"cardinal/engine/key"
	"cardinal/engine/pivot"
	"cardinal/internal/memory"
)

// newStates makes accumulators of n empty groups.
func (j *job) newStates(n int) []aggregate.Accumulator {
	accs := j.Plan.New()
	for _, a := range accs {
		a.Grow(n)
		j.bytes.Add(a.Bytes())
	}
	return accs
}

// emptyStates makes accumulators of n empty groups on all workers.
func (j *job) emptyStates(n int) ([]aggregate.Accumulator, error) {
	accs := j.Plan.New()
	for _, a := range accs {
		if columns, ok := a.(aggregate.Columnar); ok {
			if err := j.onRanges(func(each aggregate.Ranges) { columns.Make(n, each) }); err != nil {
				return nil, err
			}
		} else {
			a.Grow(n)
		}
		j.bytes.Add(a.Bytes())
	}
	return accs, nil
}

// onRanges calls do with an aggregate.Ranges that uses as many workers as the groups are worth.
func (j *job) onRanges(do func(each aggregate.Ranges)) (err error) {
	do(func(n int, part func(lo, hi int)) {
		if err == nil {
			err = j.overGroups(n, (n+rangeGroups-1)/rangeGroups, func(r, _ int) error {
				part(r*rangeGroups, min((r+1)*rangeGroups, n))
				return j.ctx.Err()
			})
		}
	})
	return err
}

// workerStates makes a set of accumulators of n groups for every worker. If shared returns true for an accumulator,
// all workers share it.
func (j *job) workerStates(n int, shared func(aggregate.Accumulator) bool) ([][]aggregate.Accumulator, error) {
	workers := make([][]aggregate.Accumulator, j.Threads)
	var err error
	if workers[0], err = j.emptyStates(n); err != nil {
		return nil, err
	}
	for w := range workers[1:] {
		workers[w+1] = slices.Clone(workers[0])
		for kind, a := range j.Plan.New() {
			if !shared(a) {
				a.Grow(n)
				workers[w+1][kind] = a
			}
		}
	}
	return workers, nil
}

// mergeWorkers merges the accumulators that workerStates made for each worker. Group ids must mean the same group on
// all workers.
func (j *job) mergeWorkers(workers [][]aggregate.Accumulator) ([]aggregate.Accumulator, error) {
	accs := workers[0]
	return accs, j.pieces(len(accs), func(kind, _ int) error {
		for _, own := range workers[1:] {
			if own[kind] != accs[kind] {
				accs[kind].Merge(own[kind], nil, nil)
			}
		}
		return j.ctx.Err()
	})
}

// rangeGroups is the number of groups that a worker merges at a time.
const rangeGroups = 1 << 12

// mergeStates merges the states of workers into accs. Group g of worker w is added to group to[w][g], or to group g if
// `to` is nil. No two groups of a worker have the same target. Columnar states are cut into ranges of groups. Each
// other state is merged by one worker.
func (j *job) mergeStates(accs []aggregate.Accumulator, workers [][]aggregate.Accumulator, to [][]uint32) error {
	if to == nil && len(workers) > 0 {
		groups := len(workers[0][0].(*aggregate.Counts).S)
		return j.eachRange(accs, groups, groups*len(workers)*len(accs), func(kind, lo, hi int) {
			into := groupRange(accs[kind], lo, hi)
			for _, from := range workers {
				into.Merge(groupRange(from[kind], lo, hi), nil, nil)
			}
		})
	}
	for w, from := range workers {
		err := j.eachRange(accs, len(to[w]), len(to[w])*len(accs), func(kind, lo, hi int) {
			accs[kind].Merge(groupRange(from[kind], lo, hi), nil, to[w][lo:hi])
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// eachRange calls do once for every range of groups of each columnar accumulator. For any other accumulator it calls do
// once, with all groups. visits is the number of states that all calls read.
func (j *job) eachRange(accs []aggregate.Accumulator, groups, visits int, do func(kind, lo, hi int)) error {
	ranges := (groups + rangeGroups - 1) / rangeGroups
	return j.overGroups(visits, ranges*len(accs), func(i, _ int) error {
		kind, lo := i/ranges, i%ranges*rangeGroups
		if _, columnar := accs[kind].(aggregate.Columnar); columnar {
			do(kind, lo, min(lo+rangeGroups, groups))
		} else if lo == 0 {
			do(kind, 0, groups)
		}
		return j.ctx.Err()
	})
}

// groupRange returns groups lo to hi of a columnar accumulator, and any other accumulator as it is.
func groupRange(a aggregate.Accumulator, lo, hi int) aggregate.Accumulator {
	if columns, ok := a.(aggregate.Columnar); ok {
		return columns.Slice(lo, hi)
	}
	return a
}

// numbering is the groups of several tables of keys, numbered by ranges of the hash.
type numbering struct {
	keys   []uint64   // by group
	groups [][]uint32 // by table and id
	starts []uint32   // the first group of each range
}

// number numbers the keys of tables by 1<<wide ranges of the hash, each on one worker. expected is the expected number
// of groups. further may add keys to the table of a range; nil: no further keys.
func (j *job) number(workers int, tables []*key.HashTable, wide, expected int,
	further func(r int, t *key.HashTable)) (numbering, error) {
	shift, count := 64-wide, 1<<wide
	n := numbering{groups: make([][]uint32, len(tables)), starts: make([]uint32, count)}
	for w, t := range tables {
		n.groups[w] = memory.Make[uint32](t.Len())
	}
	ranges := make([]*key.HashTable, count)
	err := j.piecesOn(workers, count, func(r, _ int) error {
		ranges[r] = key.NewPartitionTable(expected/count, wide)
		for w, t := range tables {
			for g, k := range t.Keys() {
				if int(key.Hash(k)>>shift) == r {
					n.groups[w][g] = ranges[r].ID(k)
				}
				if g%morselRows == 0 && j.ctx.Err() != nil {
					return j.ctx.Err()
				}
			}
		}
		if further != nil {
			further(r, ranges[r])
		}
		return j.ctx.Err()
	})
	if err != nil {
		return n, err
	}
	for r, t := range ranges {
		n.starts[r] = uint32(len(n.keys))
		n.keys = append(n.keys, t.Keys()...)
	}
	return n, j.piecesOn(workers, len(tables), func(w, _ int) error {
		for g, k := range tables[w].Keys() {
			n.groups[w][g] += n.starts[key.Hash(k)>>shift]
		}
		return j.ctx.Err()
	})
}

// decode returns the groups of packed keys.
func (j *job) decode(keys []uint64, accs []aggregate.Accumulator) (*pivot.Groups, error) {
	if j.narrow != j.Key {
		return &pivot.Groups{N: len(keys), Codes: j.narrow.Unpack(keys), Accs: accs}, nil
	}
	codes := make([]data.Codes, len(j.Key.Cols))
	err := j.onRanges(func(each aggregate.Ranges) {
		for c := range codes {
			codes[c] = j.Key.Decode(keys, c, each)
		}
	})
	return &pivot.Groups{N: len(keys), Codes: codes, Accs: accs}, err
}

// mergeSlots merges the workers' accumulators, which are indexed by slot, and drops the slots without rows.
func (j *job) mergeSlots(workers [][]aggregate.Accumulator) (*pivot.Groups, error) {
	j.stage("aggregate")
	accs := workers[0]
	if err := j.mergeStates(accs, workers[1:], nil); err != nil {
		return nil, err
	}
	groups, err := j.compact(accs)
	j.stage("merge")
	return groups, err
}
