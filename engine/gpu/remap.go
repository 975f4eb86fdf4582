package gpu

import (
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/cogentcore/webgpu/wgpu"

	"cardinal/shaders"
)

// sparse answers a job over the slots that occur.
func (d *device) sparse(j *job, slots []*wgpu.Buffer, o *outcome, lap func(string), deliver func(outcome, [][]byte) error) error {
	id := d.name("\x00ranks" + j.slotsID())
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
func (d *device) answerMapped(j *job, id string, e *resident[[]*wgpu.Buffer], o *outcome, lap func(string), deliver func(outcome, [][]byte) error) error {
	ranks, list := e.held[:len(e.held)-1], e.held[len(e.held)-1]
	o.groups = e.groups
	if e.groups == 0 { // the filter drops every row
		return deliver(*o, nil)
	}
	dense := *j
	dense.mapped, dense.lies, dense.Form, dense.Slots = true, id, Dense, e.groups
	if err := d.fits(&dense); err != nil {
		return err
	}
	var groups []byte
	if err := d.read(span{list, 0, uint64(4 * e.groups)}, func(raw []byte) error {
		groups = slices.Clone(raw)
		return nil
	}); err != nil {
		return err
	}
	return d.answer(&dense, ranks, o, lap, func(o outcome, parts [][]byte) error {
		return deliver(o, append([][]byte{groups}, parts...))
	})
}

// remap makes a column of the ranks of slots among those that occur, and the list of these. Both become resident under a
// name. Where the slots are places in a table, the list has what stands there, and their column becomes that of the ranks.
func (d *device) remap(j *job, id string, domain int, slots []*wgpu.Buffer, table *wgpu.Buffer) (err error) {
	words := ceil(domain, 32)
	for s, bytes := range map[*scratch]int{&d.present: 4 * words, &d.before: 4*words + 4} {
		if err := s.grow(d, int64(bytes)); err != nil {
			return err
		}
		defer s.trim()
	}
	present, before := span{d.present.held, 0, uint64(4 * words)}, span{d.before.held, 0, uint64(4*words + 4)}
	c := commands{d: d}
	c.clear(present)
	for i, b := range slots {
		rows := chunk(i, j.Rows, d.chunkRows)
		c.dispatch(shaders.Present, nil, []uint32{uint32(rows), uint32(domain)}, mapGrid(rows/4), 1, bound{1: whole(b), 2: present})
	}
	c.scan(present, before, words, setBits)
	if err := c.submit(); err != nil {
		return err
	}
	groups := 0
	if err := d.read(span{before.buffer, uint64(4 * words), 4}, func(raw []byte) error {
		groups = int(binary.LittleEndian.Uint32(raw))
		return nil
	}); err != nil {
		return err
	}
	bytes := kindWords.bytes(j.Rows) + 4*int64(groups)
	if err := d.reserve(bytes); err != nil {
		return err
	}
	var held []*wgpu.Buffer
	defer func() {
		if err != nil {
			releaseAll(held)
		}
	}()
	for i := range len(slots) + 1 {
		size, usage := int64(4*groups), wgpu.BufferUsageStorage|wgpu.BufferUsageCopySrc // of the list
		if i < len(slots) {
			if table != nil { // the places become the ranks
				continue
			}
			size, usage = kindWords.bytes(chunk(i, j.Rows, d.chunkRows)), wgpu.BufferUsageStorage
		}
		b, err := d.buffer("ranks", size, usage)
		if err != nil {
			return err
		}
		held = append(held, b)
	}
	c = commands{d: d}
	maps := bound{1: present, 2: before}
	list := join2(maps, bound{5: whole(held[len(held)-1])})
	constants := shaders.Constants{"STAGE": 0, "TABLE": 0}
	if table != nil {
		list[6], constants["TABLE"] = whole(table), 1
	}
	if groups > 0 {
		c.dispatch(shaders.Remap, constants, []uint32{uint32(words), uint32(domain)}, mapGrid(words), 1, list)
	}
	for i, b := range slots {
		rows := chunk(i, j.Rows, d.chunkRows)
		if table != nil {
			c.dispatch(shaders.Remap, shaders.Constants{"STAGE": 1, "IN_PLACE": 1}, []uint32{uint32(rows), uint32(domain)}, mapGrid(rows/4), 1,
				join2(maps, bound{4: whole(b)}))
			continue
		}
		c.dispatch(shaders.Remap, shaders.Constants{"STAGE": 1, "IN_PLACE": 0}, []uint32{uint32(rows), uint32(domain)}, mapGrid(rows/4), 1,
			join2(maps, bound{3: whole(b), 4: whole(held[i])}))
	}
	if err := c.submit(); err != nil {
		return fmt.Errorf("cannot map %d slots: %w", domain, err)
	}
	if table != nil {
		held = append(slices.Clone(slots), held...)
	}
	d.resident.put(id, held, bytes, j.Rows)
	e, _ := d.resident.touch(id)
	e.groups = groups
	return nil
}

// mapGrid is how many workgroups share work of an item an invocation.
func mapGrid(items int) uint32 {
	return uint32(max(1, min(ceil(items, 4*invocations), maxGroups)))
}
