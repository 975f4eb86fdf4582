package gpu

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/cogentcore/webgpu/wgpu"

	"cardinal/shaders"
)

// hashed answers a job whose keys are told apart by a hash table of row numbers.
func (d *device) hashed(j *job, o *outcome, lap func(string), deliver func(outcome, [][]byte) error) error {
	id := d.name("\x00hashed" + j.slotsID())
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

const (
	leastTable = 1 << 10
	tableSeed  = 0x9E3779B9
)

// hash maps the rows of a job to ranks of their keys. The table begins at half full by the expected groups (SEEDS E2)
// and is doubled when it overflows (E6): nothing is lost, since every attempt starts anew.
func (d *device) hash(j *job, id string) error {
	if j.Rows > d.chunkRows {
		return fmt.Errorf("%w: hashed keys of %d rows, one buffer holds %d", ErrMemory, j.Rows, d.chunkRows)
	}
	if err := d.reserve(kindWords.bytes(j.Rows)); err != nil {
		return err
	}
	places, err := d.buffer("places", kindWords.bytes(j.Rows), wgpu.BufferUsageStorage)
	if err != nil {
		return err
	}
	defer places.Release()
	expected := j.Expected
	if expected == 0 {
		expected = min(j.Rows, 1<<16)
	}
	for size := max(leastTable, ceil(2*expected, 64)*64); ; size *= 2 {
		if uint64(4*size) > d.info.MaxBindingBytes {
			return fmt.Errorf("%w: a hash table of %d places", ErrMemory, size)
		}
		_, err := d.probe(j, places, size, 0)
		if errors.Is(err, errFull) {
			continue
		}
		if err != nil {
			return err
		}
		defer d.table.trim()
		return d.remap(j, id, size, []*wgpu.Buffer{places}, d.table.held)
	}
}

// probes is what filling a hash table took: keys, their probes, and the keys that were left to the second phase.
type probes struct{ keys, probes, second int }

// probe fills a table of so many places with the keys of a job, and places with where each row's key stands: by linear
// probing, or by the two phases of SP-EGA, for which the table has a second part of so many places.
func (d *device) probe(j *job, places *wgpu.Buffer, size, second int) (probes, error) {
	if err := d.table.grow(d, int64(4*(size+second))); err != nil {
		return probes{}, err
	}
	if err := d.counts.grow(d, 16); err != nil {
		return probes{}, err
	}
	statistics := span{d.counts.held, 0, 16}
	b := bound{7: whole(places), 8: statistics}
	filtered := uint32(0)
	if j.Select != "" {
		b[6], filtered = whole(d.held(j.Select)[0]), 1
	}
	for i, k := range j.Keys {
		b[2+i] = whole(d.held(k.ID)[0])
	}
	c := commands{d: d}
	c.clear(statistics)
	c.clear(span{d.table.held, 0, uint64(4 * (size + second))})
	pass := func(kind uint32, first, size int) {
		// A binding must begin at a multiple of 256 bytes: tables are that long.
		table := span{d.table.held, uint64(4 * first), uint64(4 * size)}
		c.dispatch(shaders.Probe, shaders.Constants{"PASS": kind, "KEYS": uint32(len(j.Keys))},
			[]uint32{uint32(j.Rows), uint32(size), uint32(first), filtered, tableSeed * (kind + 1)}, mapGrid(j.Rows), 1, join2(b, bound{1: table}))
	}
	if second == 0 {
		pass(0, 0, size)
	} else {
		pass(1, 0, size)
		pass(2, size, second)
	}
	if err := c.submit(); err != nil {
		return probes{}, err
	}
	var p probes
	err := d.read(statistics, func(raw []byte) error {
		if binary.LittleEndian.Uint32(raw) != 0 {
			return errFull
		}
		p = probes{int(binary.LittleEndian.Uint32(raw[4:])), int(binary.LittleEndian.Uint32(raw[8:])), int(binary.LittleEndian.Uint32(raw[12:]))}
		return nil
	})
	return p, err
}
