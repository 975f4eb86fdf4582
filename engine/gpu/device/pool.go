package device

import (
	"fmt"
	"os"
	"slices"

	"github.com/cogentcore/webgpu/wgpu"

	"cardinal/engine/gpu"
	"cardinal/engine/gpu/plan"
)

// pool is device memory that was made while no request waited. Columns that are sent take their parts of it: an H100 needs 30 ms to make a buffer of 1 GB, as
// long to release one, and 22 ms to receive 1 GB.
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
	slabBytes = 1 << 30
	slabShare = 8 // of the budget, where that is less than slabBytes
	poolShare = 4 // of the budget, which the slabs together do not exceed
)

// Lacking reports whether Provision would make or release a slab.
func (d *Device) Lacking() bool { return d.pool.surplus() >= 0 || d.lacksSlab() }

func (d *Device) lacksSlab() bool {
	size, p := d.slabSize(), &d.pool
	most := d.Info.ResidentBudget/poolShare - size
	for _, s := range p.slabs {
		if s.free.largest() >= size/2 {
			return false
		}
		most -= s.size
	}
	return d.Info.Class == gpu.Discrete && !p.full && most >= 0
}

func (d *Device) slabSize() int64 {
	return min(slabBytes, d.Info.ResidentBudget/slabShare, int64(min(d.Info.MaxBufferBytes, slabBytes))) / plan.BindingAlign * plan.BindingAlign
}

// Provision makes a slab where little of the pool is left, or releases one where two are empty. It is called while no request waits.
func (d *Device) Provision() {
	if i := d.pool.surplus(); i >= 0 {
		d.pool.release(i)
		d.gpu.Poll(false, nil)
		return
	}
	if err := d.pool.grow(d, d.slabSize()); err != nil {
		d.pool.full = true
		fmt.Fprintln(os.Stderr, "no device memory ahead:", err)
	}
}

func (p *pool) grow(d *Device, size int64) error {
	b, err := d.gpu.CreateBuffer(&wgpu.BufferDescriptor{Label: "columns", Size: uint64(size), Usage: columnUsage})
	if err != nil {
		return err
	}
	p.slabs = append(p.slabs, &slab{buffer: b, size: size, free: spans{{0, size}}})
	return nil
}

// take returns a part of the pool for so many bytes, and false where there is no room.
func (p *pool) take(bytes int64) (region, bool) {
	size := (bytes + plan.BindingAlign - 1) / plan.BindingAlign * plan.BindingAlign
	for _, s := range p.slabs {
		if at, ok := s.free.take(size); ok {
			return region{buffer: s.buffer, offset: uint64(at), size: uint64(size)}, true
		}
	}
	return region{}, false
}

// give returns a part to the pool, and reports whether it is one.
func (p *pool) give(r region) bool {
	i := slices.IndexFunc(p.slabs, func(s *slab) bool { return s.buffer == r.buffer })
	if i < 0 {
		return false
	}
	p.slabs[i].free.give(span{int64(r.offset), int64(r.size)})
	return true
}

// surplus is the number of an empty slab beside which another one is empty; -1: there is none.
func (p *pool) surplus() int {
	surplus := -1
	for i, s := range p.slabs {
		if !s.empty() {
			continue
		}
		if surplus >= 0 {
			return i
		}
		surplus = i
	}
	return -1
}

// trim releases the slabs that are empty, and reports whether there were any.
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

// spans are the free parts of a slab in ascending order. No two of them touch.
type spans []span

// span is so many bytes from an offset on.
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
