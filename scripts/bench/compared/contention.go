package compared

import "cardinal/engine/aggregate"

// groupContention works like groupShared, but a worker that notices a group with many rows makes a private clone of the
// group. This is Ye, Ross and Vesdapunt's contention detection (DaMoN 2011). They find such groups by counting failed
// compare-and-swaps. Atomic additions on x86 never fail. So the group's share of sampled rows decides here.
func groupContention(g *grouping) ([]uint64, []aggregate.Accumulator, error) {
	return groupOnSharedTable(g, func(t *sharedTable, w int) (func(*batch), func()) {
		h := &clones{table: t, worker: w, accs: atomics(g.Plan.New()), seen: map[uint32]uint32{}}
		for _, a := range h.accs {
			a.Grow(maxClones)
		}
		for i := range h.slot {
			h.slot[i].id = noClone
		}
		return h.take, h.finish
	})
}

const (
	maxClones   = 64
	cloneSlots  = 512     // size of the table that finds a group's clone
	sampleEvery = 32      // rows
	noClone     = 1 << 31 // greater than every id of the table
	// cloneShare: a group with more than 1/cloneShare of the sampled rows is cloned.
	cloneShare = 64
	windowRows = 64 * batchRows / sampleEvery // sampled rows between two checks of the shares
)

// clones is one worker's copies of hot groups.
type clones struct {
	table  *sharedTable
	worker int

	accs    []aggregate.Columnar
	slot    [cloneSlots]struct{ id, clone uint32 }
	ids     []uint32          // the cloned groups
	seen    map[uint32]uint32 // sampled rows by group
	sampled int

	hot, cold         [batchRows]uint32 // indices in the batch
	hotIDs, coldIDs   [batchRows]uint32
	hotRows, coldRows []aggregate.Vector
}

func (h *clones) take(rows *batch) {
	ids := rows.ids[:rows.n]
	if !h.table.ids(ids, rows.packed()) {
		return
	}
	h.sample(ids)
	b := rows.values(ids)
	if len(h.ids) == 0 {
		h.table.update(h.worker, b)
		return
	}
	h.table.updateOwn(h.worker, b)
	hot, cold := 0, 0
	for i, id := range ids {
		if e := &h.slot[id%cloneSlots]; e.id == id {
			h.hot[hot], h.hotIDs[hot] = uint32(i), e.clone
			hot++
		} else {
			h.cold[cold], h.coldIDs[cold] = uint32(i), id
			cold++
		}
	}
	if hot > 0 {
		part := subset(b, h.hot[:hot], h.hotIDs[:hot], &h.hotRows)
		for _, a := range h.accs {
			a.Update(part)
		}
	}
	if cold > 0 {
		part := subset(b, h.cold[:cold], h.coldIDs[:cold], &h.coldRows)
		for _, a := range h.table.atomic {
			updateAtomic(a, part)
		}
	}
}

// sample counts some of a batch's rows by group, and clones the groups with a large share.
func (h *clones) sample(ids []uint32) {
	for i := 0; i < len(ids); i += sampleEvery {
		h.seen[ids[i]]++
		h.sampled++
	}
	if h.sampled < windowRows {
		return
	}
	for id, n := range h.seen {
		e := &h.slot[id%cloneSlots]
		if int(n)*cloneShare >= h.sampled && e.id == noClone && len(h.ids) < maxClones {
			e.id, e.clone = id, uint32(len(h.ids))
			h.ids = append(h.ids, id)
		}
	}
	clear(h.seen)
	h.sampled = 0
}

func (h *clones) finish() {
	from := make([]uint32, len(h.ids))
	for i := range from {
		from[i] = uint32(i)
	}
	for i, a := range h.accs {
		h.table.atomic[i].Merge(a, from, h.ids)
	}
}
