package device

import (
	"fmt"
	"os"
	"slices"

	"github.com/cogentcore/webgpu/wgpu"

	"cardinal/engine/gpu"
	"cardinal/engine/gpu/plan"
)

// pool is device memory that was allocated while no request waited. The columns of later requests are placed in it, so
// that no request waits for an allocation. An H100 needs 30 ms to make a buffer of 1 GB, as long to release one, and
// only 22 ms to receive 1 GB.
type pool struct {
	slabs []*slab
	full  bool // the device had no memory for a further slab
}

// slab is one buffer of the pool.
type slab struct {
	buffer *wgpu.Buffer
	size   int64
	free   spans
}

const (
	leastSlab = 64 << 20
	mostSlab  = 1 << 30
	slabShare = 8 // a slab takes at most 1/slabShare of the budget
	poolShare = 4 // all slabs take at most 1/poolShare of the budget
)

// Lacking reports whether Provision has work to do.
func (d *Device) Lacking() bool {
	return d.staging.missingStage(d) != nil || d.spareSize() > 0 || d.pool.surplus(d.resident.bytes > 0) >= 0
}

// spareSize returns the size in bytes of the next slab, or 0 for no slab. The next slab is as large as all resident
// columns together, within limits. It is needed if no slab has a free range of half that size. A device without columns
// gets no slab, so that other programs can use its memory. A device that shares the memory of the machine gets none
// either.
func (d *Device) spareSize() int64 {
	if d.Info.Class != gpu.Discrete || d.pool.full || d.resident.bytes == 0 {
		return 0
	}
	size := min(max(d.resident.bytes, leastSlab), mostSlab, d.Info.ResidentBudget/slabShare,
		int64(min(d.Info.MaxBufferBytes, mostSlab))) / plan.BindingAlign * plan.BindingAlign
	all := size
	for _, s := range d.pool.slabs {
		if s.free.largest() >= size/2 {
			return 0
		}
		all += s.size
	}
	if all > d.Info.ResidentBudget/poolShare {
		return 0
	}
	return size
}

// Provision makes a stage for columns that are sent. If no stage is missing, it releases a slab that is not needed, or
// makes a slab if little of the pool is free. Provision must be called while no request waits.
func (d *Device) Provision() {
	if st := d.staging.missingStage(d); st != nil {
		if err := st.make(d, stageBytes); err != nil {
			d.staging.scarce = true
			fmt.Fprintln(os.Stderr, "no memory ahead:", err)
		}
		return
	}
	if i := d.pool.surplus(d.resident.bytes > 0); i >= 0 {
		d.pool.release(i)
		d.gpu.Poll(false, nil)
		return
	}
	if err := d.pool.grow(d, d.spareSize()); err != nil {
		d.pool.full = true
		fmt.Fprintln(os.Stderr, "no device memory ahead:", err)
	}
}

func (p *pool) grow(d *Device, size int64) error {
	b, err := d.create(wgpu.BufferDescriptor{Label: "columns", Size: uint64(size), Usage: columnUsage})
	if err != nil {
		return err
	}
	p.slabs = append(p.slabs, &slab{buffer: b, size: size, free: spans{{0, size}}})
	return nil
}

// take allocates at least `bytes` bytes of the pool, or returns false if no slab has a free range of this size.
func (p *pool) take(bytes int64) (region, bool) {
	size := (bytes + plan.BindingAlign - 1) / plan.BindingAlign * plan.BindingAlign
	for _, s := range p.slabs {
		if at, ok := s.free.take(size); ok {
			return region{buffer: s.buffer, offset: uint64(at), size: uint64(size)}, true
		}
	}
	return region{}, false
}

// give frees a region of the pool. It returns false if the region does not belong to the pool.
func (p *pool) give(r region) bool {
	i := slices.IndexFunc(p.slabs, func(s *slab) bool { return s.buffer == r.buffer })
	if i < 0 {
		return false
	}
	p.slabs[i].free.give(span{int64(r.offset), int64(r.size)})
	return true
}

// surplus returns the index of an empty slab that is not needed, or -1. While the device has columns, the largest empty
// slab counts as needed.
func (p *pool) surplus(used bool) int {
	kept := -1
	for i, s := range p.slabs {
		switch {
		case !s.empty():
		case !used:
			return i
		case kept < 0:
			kept = i
		case s.size > p.slabs[kept].size:
			return kept
		default:
			return i
		}
	}
	return -1
}

// trim releases the empty slabs, and reports whether there were any.
func (p *pool) trim() bool {
	trimmed := false
	for i := len(p.slabs) - 1; i >= 0; i-- {
		if p.slabs[i].empty() {
			p.release(i)
			trimmed = true
		}
	}
	return trimmed
}

func (p *pool) release(i int) {
	p.slabs[i].buffer.Release()
	p.slabs = slices.Delete(p.slabs, i, i+1)
}

func (s *slab) empty() bool { return s.free.largest() == s.size }

// spans is the free parts of a slab in ascending order. No two of them touch.
type spans []span

// span is a number of bytes at an offset.
type span struct{ offset, size int64 }

func (f *spans) take(size int64) (offset int64, ok bool) {
	for i, s := range *f {
		switch {
		case s.size > size:
			(*f)[i] = span{s.offset + size, s.size - size}
			return s.offset, true
		case s.size == size:
			*f = slices.Delete(*f, i, i+1)
			return s.offset, true
		}
	}
	return 0, false
}

func (f *spans) give(s span) {
	i, _ := slices.BinarySearchFunc(*f, s, func(a, b span) int { return int(a.offset - b.offset) })
	if i < len(*f) && s.offset+s.size == (*f)[i].offset {
		s.size += (*f)[i].size
		*f = slices.Delete(*f, i, i+1)
	}
	if i > 0 && (*f)[i-1].offset+(*f)[i-1].size == s.offset {
		(*f)[i-1].size += s.size
		return
	}
	*f = slices.Insert(*f, i, s)
}

func (f spans) largest() int64 {
	most := int64(0)
	for _, s := range f {
		most = max(most, s.size)
	}
	return most
}
