package device

import (
	"encoding/binary"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/cogentcore/webgpu/wgpu"

	"cardinal/engine/gpu/plan"
	"cardinal/profiler"
	"cardinal/shaders"
)

// commands collects the device work of a request, so that all of the work is submitted together.
type commands struct {
	d          *Device
	steps      []step
	dispatches int // number of dispatches among the steps, each with its parameters

	spare spare // the next aggregating dispatch sets it to zero

	// called once, after the first steps are recorded and before the device begins; may be nil
	recorded func()
}

// step is one dispatch, or a clear or a copy of a region.
type step struct {
	program  plan.Program
	compiled *program // set by start
	buffers  bound
	params   []uint32
	x, y     uint32 // workgroups

	cleared  region
	from, to region
}

// kernel returns the name of the dispatched kernel, or "".
func (s *step) kernel() string { return s.program.Kernel }

// mergeMaps returns the entries of several maps; a later map wins.
func mergeMaps[M ~map[K]V, K comparable, V any](all ...M) M {
	m := M{}
	for _, more := range all {
		maps.Copy(m, more)
	}
	return m
}

func (c *commands) dispatch(kernel string, constants shaders.Constants, params []uint32, x, y uint32, b bound) {
	c.steps = append(c.steps, step{program: plan.Program{Kernel: kernel, Constants: constants, Widths: b.widths()},
		buffers: b, params: params, x: x, y: y})
	c.dispatches++
	if plan.FindKernel(kernel) == nil {
		return
	}
	k := profiler.Kernel{Name: kernel, Workgroups: int(x * y), Invocations: plan.Invocations}
	if n := constants["INVOCATIONS"]; n != 0 {
		k.Invocations = int(n)
	}
	if i := slices.IndexFunc(c.d.kernels, func(k profiler.Kernel) bool { return k.Name == kernel }); i >= 0 {
		c.d.kernels[i] = k
		return
	}
	c.d.kernels = append(c.d.kernels, k)
}

// clear sets a region to zero. Its ends are multiples of 4.
func (c *commands) clear(r region) { c.steps = append(c.steps, step{cleared: r}) }

// copy copies a region to another of the same size.
func (c *commands) copy(from, to region) { c.steps = append(c.steps, step{from: from, to: to}) }

// scan writes the exclusive prefix sums of n words to sums, and the total to word n of sums. The constants in what
// select the summands of scan.wgsl; by default the words themselves are added.
func (c *commands) scan(words, sums region, n int, what shaders.Constants) {
	each, groups := plan.ScanGrid(n)
	for _, constants := range plan.ScanStages(groups, what) {
		c.dispatch(shaders.Scan, constants, []uint32{uint32(n), uint32(each)}, uint32(groups), 1,
			bound{1: words, 2: whole(c.d.scanSums), 3: sums})
	}
}

// submit runs the steps in order and waits for them. The error is ErrAborted if the app no longer wants the answer.
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

// start submits the steps. The device runs them in order, after all earlier submissions.
func (c *commands) start() error {
	if err := c.d.pipelines.compile(c.steps); err != nil {
		return err
	}
	if err := c.writeParams(); err != nil {
		return err
	}
	encoder, err := c.d.gpu.CreateCommandEncoder(nil)
	if err != nil {
		return fmt.Errorf("cannot record commands: %w", err)
	}
	defer encoder.Release()
	var groups []*wgpu.BindGroup
	defer func() { release(groups...) }()
	n := 0
	for _, s := range c.steps {
		switch {
		case s.cleared.buffer != nil:
			err = encoder.ClearBuffer(s.cleared.buffer, s.cleared.offset, s.cleared.size)
		case s.from.buffer != nil:
			err = encoder.CopyBufferToBuffer(s.from.buffer, s.from.offset, s.to.buffer, s.to.offset, s.from.size)
		default:
			var group *wgpu.BindGroup
			if group, err = c.record(encoder, s, n); group != nil {
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
	return c.d.submit(encoder)
}

// record records dispatch n in a compute pass of its own, so that the next dispatch can read what dispatch n writes.
func (c *commands) record(encoder *wgpu.CommandEncoder, s step, n int) (*wgpu.BindGroup, error) {
	group, err := c.bind(s, n)
	if err != nil {
		return nil, err
	}
	pass := encoder.BeginComputePass(nil)
	defer pass.Release()
	pass.SetPipeline(s.compiled.pipeline)
	pass.SetBindGroup(0, group, nil)
	pass.DispatchWorkgroups(s.x, s.y, 1)
	if err := pass.End(); err != nil {
		return group, fmt.Errorf("cannot run %s: %w", s.kernel(), err)
	}
	return group, nil
}

// submit submits what the encoder has recorded.
func (d *Device) submit(encoder *wgpu.CommandEncoder) error {
	buffer, err := encoder.Finish(nil)
	if err != nil {
		return fmt.Errorf("cannot finish the commands: %w", err)
	}
	defer buffer.Release()
	d.submitted = d.queue.Submit(buffer)
	return nil
}

// writeParams writes the parameters of all dispatches, each at a multiple of plan.BindingAlign.
func (c *commands) writeParams() error {
	if c.dispatches == 0 {
		return nil
	}
	all := make([]byte, 0, c.dispatches*plan.BindingAlign)
	for _, s := range c.steps {
		if s.params == nil {
			continue
		}
		at := len(all)
		for _, p := range s.params {
			all = binary.LittleEndian.AppendUint32(all, p)
		}
		all = append(all, make([]byte, at+plan.BindingAlign-len(all))...)
	}
	if err := c.d.params.grow(c.d, int64(len(all))); err != nil {
		return err
	}
	if err := c.d.queue.WriteBuffer(c.d.params.held, 0, all); err != nil {
		return fmt.Errorf("cannot write the parameters: %w", err)
	}
	return nil
}

// bind makes the bind group of dispatch n.
func (c *commands) bind(s step, n int) (*wgpu.BindGroup, error) {
	layout := c.d.pipelines.layouts[s.kernel()]
	entries := []wgpu.BindGroupEntry{{Buffer: c.d.params.held, Offset: uint64(n * plan.BindingAlign),
		Size: plan.BindingAlign}}
	for binding, access := range layout.bindings {
		r, ok := s.buffers[binding]
		switch {
		case binding == 0 || access == shaders.Unbound:
			continue
		case !ok && access == shaders.ReadWrite:
			r = whole(c.d.unused)
		case !ok:
			r = whole(c.d.nothing)
		}
		entries = append(entries, wgpu.BindGroupEntry{Binding: uint32(binding), Buffer: r.buffer, Offset: r.offset,
			Size: r.size})
	}
	group, err := c.d.gpu.CreateBindGroup(&wgpu.BindGroupDescriptor{Label: s.kernel(), Layout: layout.group,
		Entries: entries})
	if err != nil {
		return nil, fmt.Errorf("cannot bind the buffers of %s: %w", s.kernel(), err)
	}
	return group, nil
}

// portionSeconds is the length of a portion: how long the device works on a request before this process asks whether
// the app still wants the answer. Shorter work is a single submission, during which nobody asks.
const portionSeconds = 0.02

// pacer submits commands in portions of at most some portionSeconds.
type pacer struct {
	c     *commands
	paced bool
	due   float64 // seconds of work in the commands
}

// pace returns the pacer for work that takes `all` seconds.
func (c *commands) pace(all float64) *pacer { return &pacer{c: c, paced: all > portionSeconds} }

// rows returns the number of rows of one dispatch, a multiple of 64, given the rows and the seconds of all dispatches.
func (p *pacer) rows(rows int, seconds float64) int {
	n := 1.0
	if p.paced {
		n = max(1, math.Ceil(seconds/portionSeconds))
	}
	return max(plan.LeastRecords, plan.Ceil(int(math.Ceil(float64(rows)/n)), 64)*64)
}

// next must be called before a dispatch that takes `seconds` seconds. It submits the commands if the portion is full.
func (p *pacer) next(seconds float64) error {
	if p.paced && p.due > 0 && p.due+seconds > portionSeconds {
		if err := p.c.submit(); err != nil {
			return err
		}
		p.c.steps, p.c.dispatches, p.due = nil, 0, 0
	}
	p.due += seconds
	return nil
}
