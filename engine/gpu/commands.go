package gpu

import (
	"encoding/binary"
	"fmt"

	"github.com/cogentcore/webgpu/wgpu"
)

// paramBytes is the room of one dispatch's parameters: the alignment that every device takes for an offset.
const paramBytes = 256

// commands gathers the dispatches of a request, to be submitted at once.
type commands struct {
	d     *device
	steps []step
}

// step is one dispatch.
type step struct {
	variant variant
	buffers []span // in the order of the kernel's bindings, without the parameters, which come last
	params  []uint32
	x, y    uint32
}

// span is a part of a buffer; size 0 stands for all of it.
type span struct {
	buffer       *wgpu.Buffer
	offset, size uint64
}

func whole(b *wgpu.Buffer) span { return span{b, 0, wgpu.WholeSize} }

// submit runs the dispatches in order, after clearing the first bytes of a buffer, and waits for them.
func (c *commands) submit(clear *wgpu.Buffer, clearBytes uint64) error {
	if err := c.writeParams(); err != nil {
		return err
	}
	encoder, err := c.d.gpu.CreateCommandEncoder(nil)
	if err != nil {
		return fmt.Errorf("cannot record commands: %w", err)
	}
	defer encoder.Release()
	if clear != nil {
		if err := encoder.ClearBuffer(clear, 0, clearBytes); err != nil {
			return fmt.Errorf("cannot clear %d bytes: %w", clearBytes, err)
		}
	}
	var groups []*wgpu.BindGroup
	defer func() {
		for _, g := range groups {
			g.Release()
		}
	}()
	for i, s := range c.steps {
		pipeline, err := c.d.kernels.pipeline(s.variant)
		if err != nil {
			return err
		}
		group, err := c.bind(i, s)
		if err != nil {
			return err
		}
		groups = append(groups, group)
		// A pass for each dispatch: the next one may read what this one has written.
		pass := encoder.BeginComputePass(nil)
		pass.SetPipeline(pipeline)
		pass.SetBindGroup(0, group, nil)
		pass.DispatchWorkgroups(s.x, s.y, 1)
		err = pass.End()
		pass.Release()
		if err != nil {
			return fmt.Errorf("cannot run %s: %w", s.variant.kernel, err)
		}
	}
	return c.d.finish(encoder)
}

// finish submits what the encoder has recorded and waits for it.
func (d *device) finish(encoder *wgpu.CommandEncoder) error {
	buffer, err := encoder.Finish(nil)
	if err != nil {
		return fmt.Errorf("cannot finish the commands: %w", err)
	}
	defer buffer.Release()
	d.queue.Submit(buffer)
	d.wait()
	return nil
}

func (c *commands) writeParams() error {
	if len(c.steps) == 0 {
		return nil
	}
	all := make([]byte, len(c.steps)*paramBytes)
	for i, s := range c.steps {
		for j, p := range s.params {
			binary.LittleEndian.PutUint32(all[i*paramBytes+4*j:], p)
		}
	}
	if err := c.d.params.grow(c.d, int64(len(all))); err != nil {
		return err
	}
	if err := c.d.queue.WriteBuffer(c.d.params.held, 0, all); err != nil {
		return fmt.Errorf("cannot write the parameters: %w", err)
	}
	return nil
}

func (c *commands) bind(i int, s step) (*wgpu.BindGroup, error) {
	entries := make([]wgpu.BindGroupEntry, 0, len(s.buffers)+1)
	for j, b := range append(s.buffers, span{c.d.params.held, uint64(i * paramBytes), paramBytes}) {
		entries = append(entries, wgpu.BindGroupEntry{Binding: uint32(j), Buffer: b.buffer, Offset: b.offset, Size: b.size})
	}
	group, err := c.d.gpu.CreateBindGroup(&wgpu.BindGroupDescriptor{
		Label: s.variant.kernel, Layout: c.d.kernels.layouts[s.variant.kernel].group, Entries: entries,
	})
	if err != nil {
		return nil, fmt.Errorf("cannot bind the buffers of %s: %w", s.variant.kernel, err)
	}
	return group, nil
}
