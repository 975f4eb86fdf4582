package device

import (
	"errors"
	"fmt"

	"github.com/cogentcore/webgpu/wgpu"

	"cardinal/engine/gpu"
	"cardinal/engine/gpu/plan"
	"cardinal/profiler"
	"cardinal/shaders"
)

// fillers maps the names of plan.Mappings to the functions that fill a hash table.
var fillers = map[string]func(*filling) error{
	plan.Linear.Name: (*filling).linear,
	plan.Elect.Name:  (*filling).elect,
	plan.Phases.Name: (*filling).phases,
}

// answerHashed answers a job whose keys are distinguished by a hash table of row numbers.
func (d *Device) answerHashed(j *plan.Job, a *answer) error {
	id := d.name(j.HashedID() + j.Tuning.Mapping)
	e, ok := d.resident.touch(id)
	if !ok {
		if err := d.mapKeys(j, id); err != nil {
			return err
		}
		e, _ = d.resident.touch(id)
		a.lap("hash")
	}
	if e.table != nil {
		a.HashTable = &profiler.HashTable{Mapping: e.table.Mapping, Places: e.table.Places, Keys: e.groups}
	}
	return d.answerMapped(j, id, e, a)
}

// errFull says that a key found no free place in a hash table within the places that it may probe.
var errFull = errors.New("the hash table is full")

// mapKeys maps the rows of a job to ranks of their keys, which become resident under an ID. If the table is full,
// mapKeys starts again with a table of four times as many places. Karnagel, Mueller and Lohman only double the table.
// But a table is fast while it is at most half full, and a full table shows that there are more than twice as many keys
// as expected.
func (d *Device) mapKeys(j *plan.Job, id string) (err error) {
	if j.Rows > d.chunkRows {
		return fmt.Errorf("%w: hashed keys of %d rows, one buffer holds %d", gpu.ErrMemory, j.Rows, d.chunkRows)
	}
	// Unused columns also make room for the table.
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
	expected := j.FirstGroups()
	room := min(int64(d.Info.MaxBindingBytes),
		max(4*plan.LeastTable, d.resident.budget-d.resident.bytes-d.resident.others)) / 4
	for last := 0; ; expected *= 4 {
		t := plan.LayTable(j, expected, int(room), d.Info)
		if t.Places() <= last {
			if int64(expected) > room {
				return fmt.Errorf("%w: a hash table of more than %d places", gpu.ErrMemory, last)
			}
			continue // the smallest table has room for more keys
		}
		last = t.Places()
		far := uint32(farKeyLast)
		if plan.LayTable(j, 4*expected, int(room), d.Info).Places() > last {
			far = farKey
		}
		_, err := d.fill(j, places, t, far, false)
		if errors.Is(err, errFull) {
			continue
		}
		if err != nil {
			return err
		}
		defer d.table.trim(keepScratch)
		if err := d.rank(j, id, t.Places(), column{kind: gpu.KindWords, parts: []region{whole(places)}},
			d.table.held); err != nil {
			return err
		}
		if e, ok := d.resident.touch(id); ok {
			e.table = &profiler.HashTable{Mapping: t.Name, Places: t.Places()}
		}
		return nil
	}
}

// filling is the state of filling a hash table.
type filling struct {
	c         commands
	job       *plan.Job
	table     plan.Table
	buffers   bound // code columns, filter, places and statistics with the bindings of keys.wgsl
	constants shaders.Constants
	pace      *pacer
	seconds   float64 // approximate time for all rows
	far       uint32  // number of places that a key probes before the table counts as full
}

// farKey and farKeyLast are the numbers of places that a key probes before the table counts as full. Even in a table of
// a hundred million places that is 70% full, hardly any key probes more than farKey places. A key that probes more
// shows that the table is too full, and a larger table is faster. If no larger table fits the memory, keys probe up to
// farKeyLast places.
const farKey, farKeyLast = 512, 16384

// fill fills a table with the keys of a job, and writes the place of each row's key to places. The error is errFull if
// a key found no place within the first `far`. If statistics is set, which costs time, words[1] is the number of keys,
// words[2] the number of places that all rows probed linearly, and words[3] the number of rows that the first phase
// left to the second phase.
func (d *Device) fill(j *plan.Job, places *wgpu.Buffer, t plan.Table, far uint32,
	statistics bool) (words []uint32, err error) {
	if err := d.table.grow(d, int64(4*t.Places())); err != nil {
		return nil, err
	}
	if err := d.counts.grow(d, 16); err != nil {
		return nil, err
	}
	out := d.counts.prefix(16)
	f := &filling{
		c: commands{d: d}, job: j, table: t, far: far, buffers: bound{7: whole(places), 8: out},
		constants: plan.KeyConstants(j),
		seconds:   plan.Seconds(plan.MappingPrice(t, j, t.Large/2, d.Info), d.Info),
	}
	if statistics {
		f.constants["STATISTICS"] = 1
	}
	if j.Select != nil {
		f.buffers[6] = d.heldColumn(j.Select.ID).chunk(0)
	}
	for i, k := range j.Keys {
		f.buffers[2+i] = d.heldColumn(k.Codes.ID).chunk(0)
	}
	f.pace = f.c.pace(f.seconds)
	f.c.clear(out)
	f.c.clear(d.table.prefix(4 * t.Places()))
	if err := fillers[t.Name](f); err != nil {
		return nil, err
	}
	if err := f.c.submit(); err != nil {
		return nil, err
	}
	words, err = d.readWords(out)
	if err == nil && words[0] != 0 {
		err = errFull
	}
	return words, err
}

func (f *filling) linear() error {
	return f.walk(shaders.Probe, plan.ProbeConstants(0), 0, f.table.Large, itemGrid)
}

func (f *filling) phases() error {
	if err := f.walk(shaders.Probe, plan.ProbeConstants(1), 0, f.table.Small, itemGrid); err != nil {
		return err
	}
	return f.walk(shaders.Probe, plan.ProbeConstants(2), f.table.Small, f.table.Large, itemGrid)
}

func (f *filling) elect() error {
	return f.walk(shaders.Elect, plan.ElectConstants(f.c.d.Info), 0, f.table.Large, func(rows int) uint32 {
		return plan.RowGrid(rows, 0, f.c.d.Info, gpu.Tuning{})
	})
}

// walk dispatches a kernel over all rows. The kernel uses `size` places of the table, starting at first; both are
// multiples of 64, so that they can be bound.
func (f *filling) walk(kernel string, constants shaders.Constants, first, size int, grid func(rows int) uint32) error {
	b := mergeMaps(f.buffers, bound{1: {buffer: f.c.d.table.held, offset: uint64(4 * first), size: uint64(4 * size)}})
	filtered, seed := uint32(0), uint32(plan.TableSeed)
	if f.job.Select != nil {
		filtered = 1
	}
	if first > 0 {
		seed *= 3 // another hash
	}
	rows := f.job.Rows
	for _, at := range plan.Pieces(rows, rows, f.pace.rows(rows, f.seconds)) {
		if err := f.pace.next(f.seconds * float64(at.Rows) / float64(rows)); err != nil {
			return err
		}
		f.c.dispatch(kernel, mergeMaps(f.constants, constants),
			[]uint32{uint32(at.Start + at.Rows), uint32(size), uint32(first), filtered, seed, uint32(f.table.Large),
				uint32(at.Start), f.far},
			grid(at.Rows), 1, b)
	}
	return nil
}

// itemGrid returns the number of workgroups for work with one item per invocation.
func itemGrid(items int) uint32 {
	return uint32(max(1, min(plan.Ceil(items, 4*plan.Invocations), plan.MaxGroups)))
}
