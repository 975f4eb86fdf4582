package cpu

import (
	"cardinal/engine/aggregate"
	"cardinal/engine/pivot"
)

// contention is shared, but a group that many rows fall into gets a private clone in every worker that notices it:
// Ye, Ross and Vesdapunt's contention detection (DaMoN 2011). They count failed compare-and-swaps; x86's atomic
// additions do not fail, so the share of a group among sampled rows stands in for them.
var contention = Strategy{
	Name:  "contention",
	Words: "One table for all cores, with copies of the crowded groups",
	bytes: (*job).tableBytes,
	run:   runContention,
}

func runContention(j *job) (pivot.Groups, error) {
	return j.common(func(c *common, w int) (func(*scan), func()) {
		h := &clones{common: c, worker: w}
		for i := range h.slot {
			h.slot[i].id = noClone
		}
		for _, a := range j.Plan.New() {
			own, ok := a.(aggregate.Atomic)
			if ok {
				own.Grow(maxClones)
			}
			h.accs = append(h.accs, own)
		}
		return h.take, h.finish
	})
}

const (
	maxClones   = 64
	cloneSlots  = 512     // of the table that finds a group's clone
	sampleEvery = 32      // rows
	noClone     = 1 << 31 // no id of the table is so great
	// cloneShare is the share of the sampled rows above which a group is cloned, 1/cloneShare.
	cloneShare = 64
	windowRows = 64 * batchRows / sampleEvery // sampled rows after which the shares are judged
)

// clones is one worker's copies of hot groups.
type clones struct {
	common *common
	worker int

	accs    []aggregate.Atomic // nil where the common state has the kind
	slot    [cloneSlots]struct{ id, clone uint32 }
	ids     []uint32          // of the cloned groups
	seen    map[uint32]uint32 // sampled rows by group
	sampled int

	hot, cold         [batchRows]uint32 // places in the batch
	hotIDs, coldIDs   [batchRows]uint32
	hotRows, coldRows []aggregate.Vector
}

func (h *clones) take(s *scan) {
	ids := s.ids.of(s.n)
	if !h.common.tickets.ids(ids, s.packed()) {
		return
	}
	h.sample(ids)
	b := s.values(ids)
	if len(h.ids) == 0 {
		h.common.update(h.worker, b)
		return
	}
	h.common.updateOwn(h.worker, b)
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
			if a != nil {
				a.Update(part)
			}
		}
	}
	if cold > 0 {
		part := subset(b, h.cold[:cold], h.coldIDs[:cold], &h.coldRows)
		for _, a := range h.common.atomic {
			if a != nil {
				a.UpdateAtomic(part)
			}
		}
	}
}

// subset is the batch of some of a batch's rows.
func subset(b *aggregate.Batch, places, groups []uint32, room *[]aggregate.Vector) *aggregate.Batch {
	if *room == nil {
		*room = make([]aggregate.Vector, len(b.In))
		for i := range b.In {
			(*room)[i] = b.In[i].Make(batchRows)
		}
	}
	out := &aggregate.Batch{Groups: groups, In: make([]aggregate.Vector, len(b.In))}
	for i := range b.In {
		out.In[i] = (*room)[i].Gather(&b.In[i], places)
	}
	return out
}

// sample counts some of a batch's rows by group and clones those groups that have a large share.
func (h *clones) sample(ids []uint32) {
	if h.seen == nil {
		h.seen = map[uint32]uint32{}
	}
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
	for kind, a := range h.accs {
		if a != nil {
			h.common.atomic[kind].Merge(a, from, h.ids)
		}
	}
}
