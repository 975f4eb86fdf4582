package device

import (
	"fmt"
	"slices"

	"github.com/cogentcore/webgpu/wgpu"

	"cardinal/engine/gpu"
	"cardinal/engine/gpu/plan"
	"cardinal/shaders"
)

// answerSparse answers a job with accumulators only for the slots that occur.
func (d *Device) answerSparse(j *plan.Job, slots column, a *answer) error {
	id := d.name(ranksID(j))
	e, ok := d.resident.touch(id)
	if !ok {
		if err := d.rank(j, id, j.Slots, slots, nil); err != nil {
			return err
		}
		e, _ = d.resident.touch(id)
		a.lap("remap")
	}
	return d.answerMapped(j, id, e, a)
}

// ranksID returns the ID of the ranks of a Sparse job's slots.
func ranksID(j *plan.Job) string { return "\x00ranks" + j.SlotsID() }

// answerMapped answers a job over the ranks that a mapping gives to the rows. It delivers the list of the groups before
// the accumulators.
func (d *Device) answerMapped(j *plan.Job, id string, e *resident[column], a *answer) error {
	last := len(e.held.parts) - 1
	ranks, list := column{kind: e.held.kind, parts: e.held.parts[:last]}, e.held.parts[last]
	a.Groups = e.groups
	if e.groups == 0 { // the filter drops every row
		return a.deliver(&Readout{device: d, job: j, answer: a})
	}
	dense := *j
	dense.Ranks, dense.SlotsName, dense.Form, dense.Slots = ranks.kind, id, gpu.Dense, e.groups
	if err := dense.CheckAccumulators(d.Info); err != nil {
		return err
	}
	return d.answerDense(&dense, ranks, a, region{buffer: list.buffer, size: uint64(4 * e.groups)})
}

// rank lists the slots below domain that occur, and makes a column with the rank of each row's slot in this list. The
// list and the column become resident under an ID. If the slots are places of a hash table, the list has the entries of
// the table, and the ranks overwrite the places.
func (d *Device) rank(j *plan.Job, id string, domain int, slots column, table *wgpu.Buffer) (err error) {
	words := plan.Ceil(domain, 32)
	for s, bytes := range map[*scratch]int{&d.present: 4 * words, &d.before: 4*words + 4} {
		if err := s.grow(d, int64(bytes)); err != nil {
			return err
		}
		defer s.trim(keepScratch)
	}
	present, before := d.present.prefix(4*words), d.before.prefix(4*words+4)
	groups, err := d.countSlots(j, domain, slots, present, before)
	if err != nil {
		return err
	}
	ranks := slots // the places become the ranks
	if table == nil {
		ranks.kind = gpu.SlotKind(groups)
	}
	bytes := ranks.kind.Bytes(j.Rows) + 4*int64(groups)
	if err := d.reserve(bytes); err != nil {
		return err
	}
	list, err := d.buffer("groups", int64(4*groups), wgpu.BufferUsageStorage|wgpu.BufferUsageCopySrc)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			list.Release()
		}
	}()
	if table == nil {
		if ranks, err = d.newColumn("ranks", ranks.kind, j.Rows); err != nil {
			return err
		}
		defer func() {
			if err != nil {
				ranks.release()
			}
		}()
	}
	found := *j
	found.Expected = groups
	// a different number of groups may need other kernels
	d.pipelines.begin(plan.Programs(d.knownJob(&found), d.Info)...)

	c := commands{d: d}
	bits := bound{1: present, 2: before}
	listed := mergeMaps(bits, bound{5: whole(list)})
	if table != nil {
		listed[6] = whole(table)
	}
	if groups > 0 {
		c.dispatch(shaders.Remap, plan.RemapList(table != nil), []uint32{uint32(words), uint32(domain)},
			itemGrid(words), 1, listed)
	}
	for i := range slots.parts {
		rows, columns := plan.Chunk(i, j.Rows, d.chunkRows), bound{4: ranks.chunk(i)}
		if table == nil {
			columns[3] = slots.chunk(i)
		}
		c.dispatch(shaders.Remap, plan.RemapRows(table != nil), []uint32{uint32(rows), uint32(domain)},
			itemGrid(rows/4), 1,
			mergeMaps(bits, columns))
	}
	if err := c.submit(); err != nil {
		return fmt.Errorf("cannot map %d slots: %w", domain, err)
	}
	ranks.parts = append(slices.Clone(ranks.parts), whole(list))
	d.resident.put(id, ranks, bytes, j.Rows).groups = groups
	return nil
}

// countSlots returns the number of slots that occur. It sets a bit in present for each of them, and writes the prefix
// sums of the bits to before.
func (d *Device) countSlots(j *plan.Job, domain int, slots column, present, before region) (int, error) {
	c := commands{d: d}
	c.clear(present)
	for i := range slots.parts {
		rows := plan.Chunk(i, j.Rows, d.chunkRows)
		c.dispatch(shaders.Present, nil, []uint32{uint32(rows), uint32(domain)}, itemGrid(rows/4), 1,
			bound{1: slots.chunk(i), 2: present})
	}
	c.scan(present, before, plan.Ceil(domain, 32), plan.ScanBits)
	if err := c.submit(); err != nil {
		return 0, err
	}
	total, err := d.readWords(region{buffer: before.buffer, offset: present.size, size: 4})
	if err != nil {
		return 0, err
	}
	return int(total[0]), nil
}
