package device

import (
	"github.com/cogentcore/webgpu/wgpu"

	"cardinal/engine/gpu"
	"cardinal/engine/gpu/plan"
	"cardinal/shaders"
)

// column is a column or bitmap on the device: a buffer for each chunk of rows.
type column struct {
	kind    gpu.Kind
	buffers []*wgpu.Buffer
}

// chunk is the rows of the i-th buffer, as a kernel reads or writes them.
func (c column) chunk(i int) span {
	return span{buffer: c.buffers[i], size: wgpu.WholeSize, kind: c.kind}
}

func (c column) release() { releaseAll(c.buffers) }

// newColumn makes the buffers of a column that a kernel fills.
func (d *Device) newColumn(label string, k gpu.Kind, rows int) (c column, err error) {
	c.kind = k
	for i := range plan.Chunks(rows, d.chunkRows) {
		b, err := d.buffer(label, k.Bytes(plan.Chunk(i, rows, d.chunkRows)), wgpu.BufferUsageStorage)
		if err != nil {
			c.release()
			return column{}, err
		}
		c.buffers = append(c.buffers, b)
	}
	return c, nil
}

// widths are what a kernel must know of the columns that it binds: which of them have less than four bytes a code.
func (b bound) widths() shaders.Widths {
	w := shaders.Widths{}
	for binding, s := range b {
		if s.kind == gpu.KindBytes || s.kind == gpu.KindHalves {
			w[binding] = int(s.kind) / 8
		}
	}
	return w
}
