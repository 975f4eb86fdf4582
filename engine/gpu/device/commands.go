package device

import (
	"encoding/binary"
	"fmt"
	"maps"

	"github.com/cogentcore/webgpu/wgpu"

	"cardinal/engine/gpu"
	"cardinal/shaders"
)

// paramBytes is the room of one dispatch's parameters: the alignment that every device takes for an offset.
const paramBytes = 256

// commands gathers what a request does on the device, to be submitted at once.
type commands struct {
	d     *Device
	steps []step
	used  int // dispatches, each with its parameters

	vacate spare // that the next dispatch which aggregates sets to zero

	recorded func() // hears, where given, that the first steps are recorded and the device is about to begin
}

// step is one dispatch, or a clear or copy of a span.
type step struct {
	variant variant
	buffers bound
	params  []uint32
	x, y    uint32

	cleared  span
	from, to span
}

// bound is the buffers of a dispatch by binding. A binding that the kernel declares and the dispatch does not use has
// a stand-in.
type bound map[int]span

func join2(a, b bound) bound {
	c := maps.Clone(a)
	maps.Copy(c, b)
	return c
}

// span is a part of a buffer; size wgpu.WholeSize stands for all of it.
type span struct {
	buffer       *wgpu.Buffer
	offset, size uint64
	kind         gpu.Kind // of the codes in it, 0 where it is no column
}

func whole(b *wgpu.Buffer) span { return span{buffer: b, size: wgpu.WholeSize} }

func (c *commands) dispatch(kernel string, constants shaders.Constants, params []uint32, x, y uint32, b bound) {
	c.steps = append(c.steps, step{variant: newVariant(kernel, constants, b.widths()), buffers: b, params: params, x: x, y: y})
	c.used++
}

// clear sets a span to zero; its ends are multiples of 4.
func (c *commands) clear(s span) { c.steps = append(c.steps, step{cleared: s}) }

// copy copies a span over another of its size.
func (c *commands) copy(from, to span) { c.steps = append(c.steps, step{from: from, to: to}) }

// submit runs the steps in order and waits for them. The error is ErrAborted where the app no longer wants what follows.
func (c *commands) submit() error {
	if err := c.start(); err != nil {
		return err
	}
	c.d.wait()
	if c.d.Unwanted == nil {
		return nil
	}
	return c.d.Unwanted()
}

// start hands the steps to the device, which runs them in order, after all that was started before.
func (c *commands) start() error {
	if err := c.writeParams(); err != nil {
		return err
	}
	encoder, err := c.d.gpu.CreateCommandEncoder(nil)
	if err != nil {
		return fmt.Errorf("cannot record commands: %w", err)
	}
	defer encoder.Release()
	var groups []*wgpu.BindGroup
	defer func() {
		for _, g := range groups {
			g.Release()
		}
	}()
	n := 0
	for _, s := range c.steps {
		switch {
		case s.cleared.buffer != nil:
			err = encoder.ClearBuffer(s.cleared.buffer, s.cleared.offset, s.cleared.size)
		case s.from.buffer != nil:
			err = encoder.CopyBufferToBuffer(s.from.buffer, s.from.offset, s.to.buffer, s.to.offset, s.from.size)
		default:
			var group *wgpu.BindGroup
			if group, err = c.run(encoder, s, n); group != nil {
				groups = append(groups, group)
			}
			n++
		}
		if err != nil {
			return fmt.Errorf("cannot record commands: %w", err)
		}
	}
	if c.recorded != nil {
		c.recorded()
		c.recorded = nil
	}
	return c.d.hand(encoder)
}

// run records the n-th dispatch in a pass of its own: the next one may read what it writes.
func (c *commands) run(encoder *wgpu.CommandEncoder, s step, n int) (*wgpu.BindGroup, error) {
	pipeline, err := c.d.kernels.pipeline(s.variant)
	if err != nil {
		return nil, err
	}
	group, err := c.bind(s, n)
	if err != nil {
		return nil, err
	}
	pass := encoder.BeginComputePass(nil)
	defer pass.Release()
	pass.SetPipeline(pipeline)
	pass.SetBindGroup(0, group, nil)
	pass.DispatchWorkgroups(s.x, s.y, 1)
	if err := pass.End(); err != nil {
		return group, fmt.Errorf("cannot run %s: %w", s.variant.kernel, err)
	}
	return group, nil
}

// finish submits what the encoder has recorded and waits for it.
func (d *Device) finish(encoder *wgpu.CommandEncoder) error {
	if err := d.hand(encoder); err != nil {
		return err
	}
	d.wait()
	return nil
}

// hand submits what the encoder has recorded.
func (d *Device) hand(encoder *wgpu.CommandEncoder) error {
	buffer, err := encoder.Finish(nil)
	if err != nil {
		return fmt.Errorf("cannot finish the commands: %w", err)
	}
	defer buffer.Release()
	d.submitted = d.queue.Submit(buffer)
	return nil
}

func (c *commands) writeParams() error {
	if c.used == 0 {
		return nil
	}
	all := make([]byte, 0, c.used*paramBytes)
	for _, s := range c.steps {
		if s.params == nil {
			continue
		}
		at := len(all)
		for _, p := range s.params {
			all = binary.LittleEndian.AppendUint32(all, p)
		}
		all = append(all, make([]byte, at+paramBytes-len(all))...)
	}
	if err := c.d.params.grow(c.d, int64(len(all))); err != nil {
		return err
	}
	if err := c.d.queue.WriteBuffer(c.d.params.held, 0, all); err != nil {
		return fmt.Errorf("cannot write the parameters: %w", err)
	}
	return nil
}

// bind makes the bind group of the n-th dispatch.
func (c *commands) bind(s step, n int) (*wgpu.BindGroup, error) {
	entries := []wgpu.BindGroupEntry{{Binding: 0, Buffer: c.d.params.held, Offset: uint64(n * paramBytes), Size: paramBytes}}
	for binding, kind := range bindings[s.variant.kernel] {
		b, ok := s.buffers[binding]
		switch {
		case binding == 0 || kind == unbound:
			continue
		case !ok && kind == readWrite:
			b = whole(c.d.unused)
		case !ok:
			b = whole(c.d.nothing)
		}
		entries = append(entries, wgpu.BindGroupEntry{Binding: uint32(binding), Buffer: b.buffer, Offset: b.offset, Size: b.size})
	}
	group, err := c.d.gpu.CreateBindGroup(&wgpu.BindGroupDescriptor{
		Label: s.variant.kernel, Layout: c.d.kernels.layouts[s.variant.kernel].group, Entries: entries,
	})
	if err != nil {
		return nil, fmt.Errorf("cannot bind the buffers of %s: %w", s.variant.kernel, err)
	}
	return group, nil
}
