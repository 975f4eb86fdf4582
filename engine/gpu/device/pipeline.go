package device

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/cogentcore/webgpu/wgpu"

	"cardinal/engine/gpu/plan"
	"cardinal/engine/gpu/wire"
	"cardinal/internal/system"
	"cardinal/profiler"
	"cardinal/shaders"
)

// pipelines is the compiled programs of a device. They are compiled in parallel, either when a request first needs them
// or ahead of requests.
type pipelines struct {
	gpu     *wgpu.Device
	layouts map[string]layout // by kernel
	waited  time.Duration     // the wait of the serving goroutine since the last call of takeWaited

	mu       sync.Mutex          // guards the fields below
	programs map[string]*program // by name
	compiled []wire.Compiled     // since the last call of report

	// scopes is read-locked while a program is compiled, and locked while a buffer is made. The binding reports an
	// error of the device to the call that ends next, in any thread. Without the lock, a compilation could get the
	// error of a buffer for which there is no memory, and the buffer would count as good.
	scopes sync.RWMutex
}

// program is a program that is compiled or is being compiled.
type program struct {
	what     plan.Program
	done     chan struct{} // closed when the other fields are set
	pipeline *wgpu.ComputePipeline
	err      error
}

// layout is the bindings of a kernel, which all its programs share.
type layout struct {
	bindings []shaders.Access
	group    *wgpu.BindGroupLayout
	pipeline *wgpu.PipelineLayout
}

var bindingTypes = map[shaders.Access]wgpu.BufferBindingType{
	shaders.Uniform:   wgpu.BufferBindingTypeUniform,
	shaders.Read:      wgpu.BufferBindingTypeReadOnlyStorage,
	shaders.ReadWrite: wgpu.BufferBindingTypeStorage,
}

// newPipelines lays out the bindings of every kernel that binds at most storageBuffers buffers. The planner does not
// choose kernels that bind more buffers.
func newPipelines(gpu *wgpu.Device, storageBuffers uint32) (*pipelines, error) {
	p := &pipelines{gpu: gpu, layouts: map[string]layout{}, programs: map[string]*program{}}
	for _, name := range shaders.Names() {
		if shaders.StorageBuffers(name) > storageBuffers {
			continue
		}
		l := layout{bindings: shaders.Bindings(name)}
		var entries []wgpu.BindGroupLayoutEntry
		for i, access := range l.bindings {
			if access != shaders.Unbound {
				entries = append(entries, wgpu.BindGroupLayoutEntry{
					Binding: uint32(i), Visibility: wgpu.ShaderStageCompute,
					Buffer: wgpu.BufferBindingLayout{Type: bindingTypes[access]},
				})
			}
		}
		var err error
		if l.group, err = gpu.CreateBindGroupLayout(&wgpu.BindGroupLayoutDescriptor{Label: name,
			Entries: entries}); err != nil {
			return p, fmt.Errorf("cannot lay out the bindings of %s: %w", name, err)
		}
		p.layouts[name] = l
		l.pipeline, err = gpu.CreatePipelineLayout(&wgpu.PipelineLayoutDescriptor{Label: name,
			BindGroupLayouts: []*wgpu.BindGroupLayout{l.group}})
		if err != nil {
			return p, fmt.Errorf("cannot lay out %s: %w", name, err)
		}
		p.layouts[name] = l
	}
	return p, nil
}

// begin starts to compile the programs that nobody has begun yet.
func (p *pipelines) begin(list ...plan.Program) {
	for _, what := range list {
		p.find(what, what.Name())
	}
}

// find returns a program, and starts to compile it if nobody has.
func (p *pipelines) find(what plan.Program, name string) *program {
	p.mu.Lock()
	defer p.mu.Unlock()
	if c := p.programs[name]; c != nil {
		return c
	}
	c := &program{what: what, done: make(chan struct{})}
	p.programs[name] = c
	go func() {
		defer close(c.done)
		p.scopes.RLock()
		defer p.scopes.RUnlock()
		start := system.Now()
		c.pipeline, c.err = p.build(what)
		p.mu.Lock()
		defer p.mu.Unlock()
		if c.err != nil {
			delete(p.programs, name) // a request that needs it tries again, and reports the error
			return
		}
		p.compiled = append(p.compiled, wire.Compiled{Name: name, Kernel: what.Kernel,
			MS: profiler.Milliseconds(system.Since(start))})
	}()
	return c
}

// compile waits until the programs of steps are compiled.
func (p *pipelines) compile(steps []step) (err error) {
	for i := range steps {
		if s := &steps[i]; s.kernel() != "" {
			s.compiled = p.find(s.program, s.program.Name())
		}
	}
	start := system.Now()
	waits := false
	for _, s := range steps {
		if s.compiled == nil {
			continue
		}
		select {
		case <-s.compiled.done:
		default:
			waits = true
			<-s.compiled.done
		}
		err = cmp.Or(err, s.compiled.err)
	}
	if waits {
		p.waited += system.Since(start)
	}
	return err
}

// pause waits until no program is being compiled. No program starts to compile until scopes is unlocked.
func (p *pipelines) pause() {
	if p.scopes.TryLock() {
		return
	}
	start := system.Now()
	p.scopes.Lock()
	p.waited += system.Since(start)
}

// takeWaited returns the time spent waiting for programs since the last call.
func (p *pipelines) takeWaited() time.Duration {
	took := p.waited
	p.waited = 0
	return took
}

// report lists the programs that were compiled since the last call.
func (p *pipelines) report() []wire.Compiled {
	p.mu.Lock()
	defer p.mu.Unlock()
	compiled := p.compiled
	p.compiled = nil
	return compiled
}

// build compiles a program.
func (p *pipelines) build(what plan.Program) (*wgpu.ComputePipeline, error) {
	module, err := p.gpu.CreateShaderModule(&wgpu.ShaderModuleDescriptor{
		Label: what.Kernel + ".wgsl",
		WGSLDescriptor: &wgpu.ShaderModuleWGSLDescriptor{Code: shaders.Source(what.Kernel, what.Constants,
			what.Widths)},
	})
	if err != nil {
		return nil, fmt.Errorf("cannot compile %s: %w", what.Kernel, err)
	}
	defer module.Release()
	compiled, err := p.gpu.CreateComputePipeline(&wgpu.ComputePipelineDescriptor{
		Label:   what.Kernel,
		Layout:  p.layouts[what.Kernel].pipeline,
		Compute: wgpu.ProgrammableStageDescriptor{Module: module, EntryPoint: "main"},
	})
	if err != nil {
		return nil, fmt.Errorf("cannot build %s: %w", what.Kernel, err)
	}
	return compiled, nil
}

func (p *pipelines) release() {
	p.mu.Lock()
	all := slices.Collect(maps.Values(p.programs))
	p.mu.Unlock()
	for _, c := range all {
		<-c.done
		release(c.pipeline)
	}
	for _, l := range p.layouts {
		l.group.Release()
		release(l.pipeline)
	}
}
