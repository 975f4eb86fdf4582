package device

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/cogentcore/webgpu/wgpu"

	"cardinal/engine/gpu"
	"cardinal/engine/gpu/plan"
	"cardinal/shaders"
)

// hashed answers a job whose keys are told apart by a hash table of row numbers.
func (d *Device) hashed(j *plan.Job, o *Outcome, lap func(string), deliver func(Outcome, [][]byte) error) error {
	id := d.name(j.HashedID())
	e, ok := d.resident.touch(id)
	if !ok {
		if err := d.hash(j, id); err != nil {
			return err
		}
		e, _ = d.resident.touch(id)
		lap("hash")
	}
	return d.answerMapped(j, id, e, o, lap, deliver)
}

// errFull says that a hash table had no place left.
var errFull = errors.New("the hash table is full")

// hash maps the rows of a job to ranks of their keys. A table that overflows is doubled (E6): nothing is lost, since every
// attempt starts anew.
func (d *Device) hash(j *plan.Job, id string) (err error) {
	if j.Rows > d.chunkRows {
		return fmt.Errorf("%w: hashed keys of %d rows, one buffer holds %d", gpu.ErrMemory, j.Rows, d.chunkRows)
	}
	// Columns that no one uses make room for the table as well.
	if err := d.reserve(gpu.KindWords.Bytes(j.Rows) + 8*int64(j.Expected)); err != nil {
		if err := d.reserve(gpu.KindWords.Bytes(j.Rows)); err != nil {
			return err
		}
	}
	places, err := d.buffer("places", gpu.KindWords.Bytes(j.Rows), wgpu.BufferUsageStorage)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			places.Release()
		}
	}()
	expected := j.Expected
	if expected == 0 {
		expected = min(j.Rows, 1<<16)
	}
	room := min(int64(d.Info.MaxBindingBytes), max(4*plan.LeastTable, d.resident.budget-d.resident.bytes-d.resident.beside)) / 4
	for last := 0; ; expected *= 2 {
		t := plan.LayTable(j, expected, int(room), d.Info)
		if t.Places() <= last {
			if int64(expected) > room {
				return fmt.Errorf("%w: a hash table of more than %d places", gpu.ErrMemory, last)
			}
			continue // the least table holds more than expected
		}
		last = t.Places()
		_, err := d.probe(j, places, t, false)
		if errors.Is(err, errFull) {
			continue
		}
		if err != nil {
			return err
		}
		defer d.table.trim()
		return d.remap(j, id, t.Places(), column{gpu.KindWords, []*wgpu.Buffer{places}}, d.table.held)
	}
}

// probes is what filling a hash table took: keys, the places that all rows looked at by linear probing, and the rows that were
// left to the second phase.
type probes struct{ keys, probes, second int }

// probe fills a table with the keys of a job, and places with where each row's key stands. Statistics cost time.
func (d *Device) probe(j *plan.Job, places *wgpu.Buffer, t plan.Table, statistics bool) (probes, error) {
	if err := d.table.grow(d, int64(4*t.Places())); err != nil {
		return probes{}, err
	}
	if err := d.counts.grow(d, 16); err != nil {
		return probes{}, err
	}
	told := span{buffer: d.counts.held, size: 16}
	b := bound{7: whole(places), 8: told}
	filtered := uint32(0)
	if j.Select != "" {
		b[6], filtered = d.held(j.Select).chunk(0), 1
	}
	for i, k := range j.Keys {
		b[2+i] = d.held(k.ID).chunk(0)
	}
	constants := shaders.Constants{"KEYS": uint32(len(j.Keys)), "STATISTICS": 0}
	if statistics {
		constants["STATISTICS"] = 1
	}
	c := commands{d: d}
	c.clear(told)
	c.clear(span{buffer: d.table.held, size: uint64(4 * t.Places())})
	took := plan.Seconds(plan.MappingPrice(t, j, t.Large/2, d.Info), d.Info)
	pace := c.pace(took)
	walk := func(kernel string, more shaders.Constants, first, size, spread int, grid func(rows int) uint32) error {
		// A binding must begin at a multiple of 256 bytes: tables are that long.
		part := span{buffer: d.table.held, offset: uint64(4 * first), size: uint64(4 * size)}
		seed := uint32(plan.TableSeed)
		if first > 0 {
			seed *= 3 // another hash
		}
		for _, at := range plan.Pieces(j.Rows, j.Rows, pace.rows(j.Rows, took)) {
			if err := pace.next(took * float64(at.Rows) / float64(j.Rows)); err != nil {
				return err
			}
			c.dispatch(kernel, join(constants, more),
				[]uint32{uint32(at.Start + at.Rows), uint32(size), uint32(first), filtered, seed, uint32(spread), uint32(at.Start)},
				grid(at.Rows), 1, join2(b, bound{1: part}))
		}
		return nil
	}
	var err error
	switch t.Method {
	case gpu.Linear:
		err = walk(shaders.Probe, shaders.Constants{"PASS": 0}, 0, t.Large, t.Large, mapGrid)
	case gpu.Phases:
		if err = walk(shaders.Probe, shaders.Constants{"PASS": 1}, 0, t.Small, t.Large, mapGrid); err == nil {
			err = walk(shaders.Probe, shaders.Constants{"PASS": 2}, t.Small, t.Large, t.Large, mapGrid)
		}
	case gpu.Elect:
		err = walk(shaders.Elect, shaders.Constants{"INVOCATIONS": plan.CellsWidth(d.Info)}, 0, t.Large, t.Large, func(rows int) uint32 {
			return plan.RowGrid(rows, 0, d.Info, gpu.Tuning{})
		})
	}
	if err == nil {
		err = c.submit()
	}
	if err != nil {
		return probes{}, err
	}
	var p probes
	err = d.read(told, func(raw []byte) error {
		if binary.LittleEndian.Uint32(raw) != 0 {
			return errFull
		}
		p = probes{int(binary.LittleEndian.Uint32(raw[4:])), int(binary.LittleEndian.Uint32(raw[8:])), int(binary.LittleEndian.Uint32(raw[12:]))}
		return nil
	})
	return p, err
}
