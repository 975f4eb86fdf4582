package cpu

import (
	"context"

	"cardinal/data"
	"cardinal/engine/aggregate"
	"cardinal/engine/aggregate/packed"
	"cardinal/engine/pivot"
)

// maxSlots is the largest key domain that accumulators are laid out for.
const maxSlots = 1 << 26

// canIndex reports whether the key domain is small enough to index accumulators, and not far larger than the rows.
func (j *job) canIndex() bool { return Indexable(j.Key.Slots, j.Selected) }

// Indexable reports whether a domain of slots can be indexed for so many rows.
func Indexable(slots uint64, rows int) bool {
	return slots <= maxSlots && slots <= max(1<<16, 4*uint64(rows))
}

// lanes is how many copies of its accumulators a worker has, taken in turn by successive rows. One hot group would
// else make every row wait for the store of the row before it, and so would runs of rows of one group.
const (
	lanes        = 4
	maxLaneSlots = 1 << 14
	laneBytes    = 1 << 20 // of a worker's copies, which stay in its second-level cache
	laneRows     = 4       // needed to make up for a further slot to be added up
	hotGroups    = 12      // as few groups as this are all hot
	hotShare     = 0.08    // of the rows, from which on one group is
	hotRuns      = 1.5     // rows
)

func (t *Task) lanes() int {
	hot := t.Groups <= hotGroups || t.Clustering.HeavyHitter > hotShare || t.Clustering.RunLength > hotRuns
	fit := t.Key.Slots <= maxLaneSlots && lanes*int64(t.Key.Slots)*t.Plan.GroupBytes() <= laneBytes
	if hot && fit && laneRows*int(t.Key.Slots)*lanes*t.Threads <= t.Selected {
		return lanes
	}
	return 1
}

// dense indexes private accumulators by slot and adds the workers' at the end: Ye, Ross and Vesdapunt's independent
// tables (DaMoN 2011) with perfect hashing. No key is stored or compared.
func dense(j *job) (pivot.Groups, error) {
	slots, lanes, masks := int(j.Key.Slots), j.lanes(), j.masks()
	if masks {
		slots += others
	}
	lane, room := uint32(0), slots
	if lanes > 1 {
		lane = uint32(slots | 1) // no multiple of 4 KiB, within which processors take a load to be of an earlier store's address
		room = int(lane) * lanes
	}
	parts, err := gather(j, func() ([]aggregate.Accumulator, error) {
		accs := j.fresh(room)
		sums := packed.New(accs, room, j.Selected/j.Threads)
		j.bytes.Add(sums.Bytes())
		s := j.scan()
		add, batches := j.adder(s, sums, lane), s.batches
		if masks {
			add, batches = j.maskedAdder(s, sums, lane), s.masked
		}
		err := j.morsels(func(lo, hi int) error {
			batches(lo, hi, add)
			return nil
		})
		sums.Flush()
		if lanes > 1 {
			accs = j.narrow(accs, slots, int(lane))
		}
		if masks {
			clearOthers(accs, uint32(j.Key.Slots))
		}
		return accs, err
	})
	if err != nil {
		return pivot.Groups{}, err
	}
	return j.mergeSlots(parts)
}

// adder adds the batches of a scan to a sums. The codes of one key column are the slots themselves, and those of two are joined
// on the way.
func (j *job) adder(s *scan, t *packed.Sums, lane uint32) func() {
	codes, picked := make([]aggregate.Vector, len(j.Key.Cols)), make([]aggregate.Vector, len(j.Key.Cols))
	for i, c := range j.Key.Cols {
		codes[i] = aggregate.Vector{U8: c.Codes.U8, U16: c.Codes.U16, U32: c.Codes.U32}
		if j.Select != nil {
			picked[i] = codes[i].Make(batchRows)
		}
	}
	of := func(col int) aggregate.Vector {
		if s.rows != nil {
			return picked[col].Gather(&codes[col], s.rows)
		}
		return codes[col].Slice(s.lo, s.lo+s.n)
	}
	switch {
	case len(codes) == 1 && t.Direct():
		return func() { t.UpdateCodes(of(0), lane, s.values(nil)) }
	case len(codes) == 2 && t.Pairs() && lane == 0:
		card := uint32(j.Key.Strides[0])
		return func() { t.UpdatePairs(of(0), of(1), card, s.values(nil)) }
	}
	return func() {
		ids := s.slots()
		if lane > 0 {
			spread(ids, lane)
		}
		t.Update(s.values(ids))
	}
}

// maskedAdder adds batches of all rows, those that are not selected to the slots after the key's last.
func (j *job) maskedAdder(s *scan, t *packed.Sums, lane uint32) func() {
	codes, masked := j.Key.Cols[0].Codes.U8, make([]uint8, batchRows)
	return func() {
		groups := masked[:s.n]
		maskBytes(groups, codes[s.lo:s.lo+s.n], s.words(), uint8(j.Key.Slots))
		if t.Direct() {
			t.UpdateCodes(aggregate.Vector{U8: groups}, lane, s.values(nil))
			return
		}
		ids := s.ids.of(s.n)
		for i, g := range groups {
			ids[i] = uint32(g)
		}
		if lane > 0 {
			spread(ids, lane)
		}
		t.Update(s.values(ids))
	}
}

// clearOthers empties the others from a slot on, so that they are dropped as slots that no row fell into.
func clearOthers(accs []aggregate.Accumulator, slot uint32) {
	var slots [others]uint32
	for i := range slots {
		slots[i] = slot + uint32(i)
	}
	for _, a := range accs {
		a.(aggregate.Columnar).Clear(slots[:])
	}
}

// mergeSlots adds up the workers' accumulators, which are indexed by slot.
func (j *job) mergeSlots(parts [][]aggregate.Accumulator) (pivot.Groups, error) {
	j.stage("aggregate")
	accs := parts[0]
	if err := j.join(accs, parts[1:], nil); err != nil {
		return pivot.Groups{}, err
	}
	groups, err := j.compact(accs)
	j.stage("merge")
	return groups, err
}

// narrow adds the lanes of a worker's accumulators up.
func (j *job) narrow(accs []aggregate.Accumulator, slots, lane int) []aggregate.Accumulator {
	to := make([]uint32, lane*lanes)
	for i := range to {
		if to[i] = uint32(i % lane); i%lane >= slots {
			to[i] = aggregate.Skip
		}
	}
	out := j.fresh(slots)
	for kind := range out {
		out[kind].Merge(accs[kind], nil, to)
	}
	return out
}

// spread gives every fourth row a lane of its own.
func spread(ids []uint32, lane uint32) {
	for ; len(ids) >= 4; ids = ids[4:] {
		ids[1] += lane
		ids[2] += 2 * lane
		ids[3] += 3 * lane
	}
}

// fresh makes accumulators with room for n groups.
func (j *job) fresh(n int) []aggregate.Accumulator {
	accs := j.Plan.New()
	for _, a := range accs {
		a.Grow(n)
		j.bytes.Add(a.Bytes())
	}
	return accs
}

// rangeGroups is how many groups a worker merges at a time.
const rangeGroups = 1 << 12

// join merges parts into accs: group g of part p becomes group to[p][g], another one for each g, or g where to is nil.
// Columnar kinds are cut into ranges of groups, the others are merged by one worker each. Where groups keep their
// numbers all parts are merged range by range, else a part after the other.
func (j *job) join(accs []aggregate.Accumulator, parts [][]aggregate.Accumulator, to [][]uint32) error {
	if to == nil && len(parts) > 0 {
		groups := len(parts[0][0].(*aggregate.Counts).N)
		return j.eachRange(accs, groups, groups*len(parts)*len(accs), func(kind, lo, hi int) {
			into := part(accs[kind], lo, hi)
			for _, from := range parts {
				into.Merge(part(from[kind], lo, hi), nil, nil)
			}
		})
	}
	for p, from := range parts {
		err := j.eachRange(accs, len(to[p]), len(to[p])*len(accs), func(kind, lo, hi int) {
			accs[kind].Merge(part(from[kind], lo, hi), nil, to[p][lo:hi])
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// eachRange calls do for the ranges of so many groups of every kind; of one that is not columnar for all at once.
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

// part is groups lo to hi of an accumulator, or all of one that is not columnar.
func part(a aggregate.Accumulator, lo, hi int) aggregate.Accumulator {
	if columns, ok := a.(aggregate.Columnar); ok {
		return columns.Part(lo, hi)
	}
	return a
}

// compact drops the slots that no row fell into, and decodes the keys of the rest.
func (j *job) compact(accs []aggregate.Accumulator) (pivot.Groups, error) {
	used, accs, err := j.used(accs)
	if err != nil {
		return pivot.Groups{}, err
	}
	out := pivot.Groups{N: len(used), Accs: accs, Codes: make([]data.Codes, len(j.Key.Cols))}
	if len(j.Key.Cols) == 1 { // whose codes are the slots
		out.Codes[0] = data.PackCodes(used, j.Key.Cols[0].Card)
		return out, nil
	}
	codes := make([][]uint32, len(j.Key.Cols))
	for c := range codes {
		codes[c] = make([]uint32, len(used))
	}
	ranges := (len(used) + rangeGroups - 1) / rangeGroups
	err = j.overGroups(len(used), len(codes)*ranges, func(i, _ int) error {
		c, lo := i/ranges, i%ranges*rangeGroups
		hi := min(lo+rangeGroups, len(used))
		j.Key.SlotCodes(codes[c][lo:hi], used[lo:hi], c)
		return j.ctx.Err()
	})
	if err != nil {
		return out, err
	}
	err = j.overGroups(len(used), len(codes), func(c, _ int) error {
		out.Codes[c] = data.PackCodes(codes[c], j.Key.Cols[c].Card)
		return nil
	})
	return out, err
}

// usedGroups is how many groups are looked through at a time: their list is small enough for any stack.
const usedGroups = 256

// used lists the slots with rows, and returns the accumulators with only those.
func (j *job) used(accs []aggregate.Accumulator) ([]uint32, []aggregate.Accumulator, error) {
	counts := accs[0].(*aggregate.Counts).N
	ranges := (len(counts) + rangeGroups - 1) / rangeGroups
	start := make([]int, ranges+1) // of each range in the list
	each := func(do func(r, lo, hi int)) error {
		return j.overGroups(len(counts), ranges, func(r, _ int) error {
			do(r, r*rangeGroups, min((r+1)*rangeGroups, len(counts)))
			return j.ctx.Err()
		})
	}
	err := each(func(r, lo, hi int) {
		n := uint32(0)
		for _, rows := range counts[lo:hi] {
			n += min(rows, 1)
		}
		start[r+1] = int(n)
	})
	if err != nil {
		return nil, nil, err
	}
	for r := range ranges {
		start[r+1] += start[r]
	}
	n := start[ranges]
	used := make([]uint32, n)
	err = each(func(r, lo, hi int) {
		if start[r+1]-start[r] == hi-lo {
			all := used[start[r]:start[r+1]]
			for i := range all {
				all[i] = uint32(lo + i)
			}
			return
		}
		to := used[start[r]:start[r+1]]
		for ; lo < hi; lo += usedGroups {
			var list [usedGroups]uint32 // without a branch, which would be guessed wrong where some slots are used
			n := uint32(0)
			for i, rows := range counts[lo:min(lo+usedGroups, hi)] {
				list[n%usedGroups] = uint32(lo + i)
				n += min(rows, 1)
			}
			to = to[copy(to, list[:n]):]
		}
	})
	if err != nil {
		return nil, nil, err
	}
	if n == len(counts) {
		return used, accs, nil
	}
	err = j.overGroups(len(counts), len(accs), func(kind, _ int) error {
		if a, ok := accs[kind].(aggregate.Columnar); ok {
			a.Keep(used)
			return nil
		}
		to := make([]uint32, len(counts))
		for i := range to {
			to[i] = aggregate.Skip
		}
		for g, slot := range used {
			to[slot] = uint32(g)
		}
		small := j.Plan.New()[kind]
		small.Grow(n)
		small.Merge(accs[kind], nil, to)
		accs[kind] = small
		return nil
	})
	return used, accs, err
}

// Compact drops the slots that no row fell into. accs are indexed by slot.
func Compact(ctx context.Context, t Task, accs []aggregate.Accumulator) (pivot.Groups, error) {
	j, err := newJob(ctx, t)
	if err != nil {
		return pivot.Groups{}, err
	}
	return j.compact(accs)
}
