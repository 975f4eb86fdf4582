package device

import (
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/cogentcore/webgpu/wgpu"

	"cardinal/engine/gpu"
	"cardinal/engine/gpu/plan"
	"cardinal/shaders"
)

// sparse answers a job over the slots that occur.
func (d *Device) sparse(j *plan.Job, slots column, o *Outcome, lap func(string), deliver func(Outcome, [][]byte) error) error {
	id := d.name("\x00ranks" + j.SlotsID())
	e, ok := d.resident.touch(id)
	if !ok {
		if err := d.remap(j, id, j.Slots, slots, nil); err != nil {
			return err
		}
		e, _ = d.resident.touch(id)
		lap("remap")
	}
	return d.answerMapped(j, id, e, o, lap, deliver)
}

// answerMapped answers a job over the ranks that a mapping gives its rows. The groups are the first part delivered.
func (d *Device) answerMapped(j *plan.Job, id string, e *resident[column], o *Outcome, lap func(string), deliver func(Outcome, [][]byte) error) error {
	last := len(e.held.buffers) - 1
	ranks, list := column{e.held.kind, e.held.buffers[:last]}, e.held.buffers[last]
	o.Groups = e.groups
	if e.groups == 0 { // the filter drops every row
		return deliver(*o, nil)
	}
	dense := *j
	dense.Ranks, dense.SlotsName, dense.Form, dense.Slots = ranks.kind, id, gpu.Dense, e.groups
	if err := d.fits(&dense); err != nil {
		return err
	}
	var groups []byte
	if err := d.read(span{buffer: list, size: uint64(4 * e.groups)}, func(raw []byte) error {
		groups = slices.Clone(raw)
		return nil
	}); err != nil {
		return err
	}
	return d.answer(&dense, ranks, o, lap, func(o Outcome, parts [][]byte) error {
		return deliver(o, append([][]byte{groups}, parts...))
	})
}

// remap makes a column of the ranks of slots among those that occur, and the list of these. Both become resident under a
// name. Where the slots are places in a table, the list has what stands there, and their column becomes that of the ranks.
func (d *Device) remap(j *plan.Job, id string, domain int, slots column, table *wgpu.Buffer) (err error) {
	words := plan.Ceil(domain, 32)
	for s, bytes := range map[*scratch]int{&d.present: 4 * words, &d.before: 4*words + 4} {
		if err := s.grow(d, int64(bytes)); err != nil {
			return err
		}
		defer s.trim()
	}
	present, before := span{buffer: d.present.held, size: uint64(4 * words)}, span{buffer: d.before.held, size: uint64(4*words + 4)}
	c := commands{d: d}
	c.clear(present)
	for i := range slots.buffers {
		rows := plan.Chunk(i, j.Rows, d.chunkRows)
		c.dispatch(shaders.Present, nil, []uint32{uint32(rows), uint32(domain)}, mapGrid(rows/4), 1, bound{1: slots.chunk(i), 2: present})
	}
	c.scan(present, before, words, setBits)
	if err := c.submit(); err != nil {
		return err
	}
	groups := 0
	if err := d.read(span{buffer: before.buffer, offset: uint64(4 * words), size: 4}, func(raw []byte) error {
		groups = int(binary.LittleEndian.Uint32(raw))
		return nil
	}); err != nil {
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
	listed, err := d.buffer("groups", int64(4*groups), wgpu.BufferUsageStorage|wgpu.BufferUsageCopySrc)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			listed.Release()
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
	c = commands{d: d}
	maps := bound{1: present, 2: before}
	list := join2(maps, bound{5: whole(listed)})
	constants := shaders.Constants{"STAGE": 0, "TABLE": 0}
	if table != nil {
		list[6], constants["TABLE"] = whole(table), 1
	}
	if groups > 0 {
		c.dispatch(shaders.Remap, constants, []uint32{uint32(words), uint32(domain)}, mapGrid(words), 1, list)
	}
	for i := range slots.buffers {
		rows, inPlace, columns := plan.Chunk(i, j.Rows, d.chunkRows), uint32(1), bound{4: ranks.chunk(i)}
		if table == nil {
			inPlace, columns[3] = 0, slots.chunk(i)
		}
		c.dispatch(shaders.Remap, shaders.Constants{"STAGE": 1, "IN_PLACE": inPlace}, []uint32{uint32(rows), uint32(domain)}, mapGrid(rows/4), 1,
			join2(maps, columns))
	}
	if err := c.submit(); err != nil {
		return fmt.Errorf("cannot map %d slots: %w", domain, err)
	}
	ranks.buffers = append(slices.Clone(ranks.buffers), listed)
	d.resident.put(id, ranks, bytes, j.Rows)
	e, _ := d.resident.touch(id)
	e.groups = groups
	return nil
}

// mapGrid is how many workgroups share work of an item an invocation.
func mapGrid(items int) uint32 {
	return uint32(max(1, min(plan.Ceil(items, 4*plan.Invocations), plan.MaxGroups)))
}
