package device

import (
	"fmt"

	"github.com/cogentcore/webgpu/wgpu"

	"cardinal/engine/gpu"
	"cardinal/engine/gpu/plan"
	"cardinal/shaders"
)

// buffer creates a device buffer of at least `bytes` bytes. If the device has too little memory, buffer drops the least
// recently used column and tries again. It lowers the budget to the bytes of the columns that are left. If no column is
// left to drop, the error is gpu.ErrMemory.
func (d *Device) buffer(label string, bytes int64, usage wgpu.BufferUsage) (*wgpu.Buffer, error) {
	bytes = max(16, (bytes+15)/16*16) // the kernels read 16 bytes at a time
	for {
		b, err := d.create(wgpu.BufferDescriptor{Label: label, Size: uint64(bytes), Usage: usage})
		if err == nil {
			return b, nil
		}
		if d.pool.trim() {
			continue
		}
		if d.resident == nil || !d.resident.dropOldest() {
			return nil, fmt.Errorf("%w: no %d bytes for %q: %w", gpu.ErrMemory, bytes, label, err)
		}
		d.resident.budget = max(d.resident.bytes, 1)
		d.wait() // memory is free again when the device no longer uses it
	}
}

// create creates a buffer while no program is compiled (pipelines.scopes).
func (d *Device) create(what wgpu.BufferDescriptor) (*wgpu.Buffer, error) {
	d.pipelines.pause()
	defer d.pipelines.scopes.Unlock()
	return d.gpu.CreateBuffer(&what)
}

// reserve makes room for `bytes` bytes of columns. It releases the records of earlier requests before it drops
// columns.
func (d *Device) reserve(bytes int64) error {
	r := d.resident
	if r.bytes+r.others+bytes > r.budget {
		d.releaseRecords()
	}
	return r.reserve(bytes)
}

// region is a range of a buffer.
type region struct {
	buffer       *wgpu.Buffer
	offset, size uint64   // bytes; a size of wgpu.WholeSize reaches to the end
	kind         gpu.Kind // of the codes in a column; 0: not a column
}

func whole(b *wgpu.Buffer) region { return region{buffer: b, size: wgpu.WholeSize} }

// bound maps the bindings of a dispatch to buffers. For a binding that the kernel declares and the map lacks, a
// stand-in buffer is bound.
type bound map[int]region

// widths returns, by binding, the bytes per code of the columns whose codes have one or two bytes.
func (b bound) widths() shaders.Widths {
	w := shaders.Widths{}
	for binding, r := range b {
		if r.kind == gpu.KindBytes || r.kind == gpu.KindHalves {
			w[binding] = int(r.kind) / 8
		}
	}
	return w
}

// column is a column or bitmap on the device: one part per chunk of rows.
type column struct {
	kind  gpu.Kind
	parts []region
	pool  *pool // the pool from which the parts may be allocated; nil: each part is a buffer of its own
}

// columnUsage is the usage of buffers for columns that are sent.
const columnUsage = wgpu.BufferUsageStorage | wgpu.BufferUsageCopyDst

// newColumn makes the buffers of a column that kernels write.
func (d *Device) newColumn(label string, k gpu.Kind, rows int) (column, error) {
	return d.partsOf(column{kind: k}, label, rows, wgpu.BufferUsageStorage)
}

// roomFor returns memory for a column that is sent. The columns of tiles have buffers of their own. Kernels read the
// columns of one tile while the columns of the next tile are sent, which a device cannot do in the same buffer.
func (d *Device) roomFor(label string, k gpu.Kind, rows int) (column, error) {
	c := column{kind: k}
	if d.tile == "" {
		c.pool = &d.pool
	}
	return d.partsOf(c, label, rows, columnUsage)
}

// partsOf makes the parts of a column.
func (d *Device) partsOf(c column, label string, rows int, usage wgpu.BufferUsage) (column, error) {
	for i := range plan.Ceil(rows, d.chunkRows) {
		bytes := c.kind.Bytes(plan.Chunk(i, rows, d.chunkRows))
		if c.pool != nil {
			if part, ok := c.pool.take(bytes); ok {
				c.parts = append(c.parts, part)
				continue
			}
		}
		b, err := d.buffer(label, bytes, usage)
		if err != nil {
			c.release()
			return column{}, err
		}
		c.parts = append(c.parts, whole(b))
	}
	return c, nil
}

// chunk returns part i in the form in which a kernel reads or writes it.
func (c column) chunk(i int) region {
	part := c.parts[i]
	part.kind = c.kind
	return part
}

func (c column) release() {
	for _, part := range c.parts {
		if c.pool == nil || !c.pool.give(part) {
			part.buffer.Release()
		}
	}
}

// release releases the handles that are not nil.
func release[H interface {
	comparable
	Release()
}](handles ...H) {
	var none H
	for _, h := range handles {
		if h != none {
			h.Release()
		}
	}
}

// scratch is a buffer that requests use one after another. It grows to the largest size that a request needs.
type scratch struct {
	label string
	usage wgpu.BufferUsage
	held  *wgpu.Buffer
	size  int64
}

// keepScratch is the largest number of bytes that a scratch buffer usually keeps between requests.
const keepScratch = 64 << 20

// grow makes the buffer at least `bytes` bytes large.
func (s *scratch) grow(d *Device, bytes int64) error {
	if s.size >= bytes {
		return nil
	}
	s.release()
	size := int64(1 << 12)
	for size < bytes && size < keepScratch {
		size *= 2
	}
	size = max(size, bytes)
	b, err := d.buffer(s.label, size, s.usage)
	if err != nil {
		return err
	}
	s.held, s.size = b, size
	return nil
}

// trim releases the buffer if it is larger than `keep` bytes.
func (s *scratch) trim(keep int64) {
	if s.size > keep {
		s.release()
	}
}

func (s *scratch) release() {
	release(s.held)
	s.held, s.size = nil, 0
}

// prefix returns the first `bytes` bytes of the buffer.
func (s *scratch) prefix(bytes int) region { return region{buffer: s.held, size: uint64(bytes)} }
