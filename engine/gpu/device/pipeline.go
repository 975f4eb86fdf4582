package device

import (
	"cmp"
	"fmt"
	"sync"
	"time"

	"github.com/cogentcore/webgpu/wgpu"

	"cardinal/shaders"
	"cardinal/system"
)

// pipelines are the compiled kernels of a device. A variant is compiled when it is first needed.
type pipelines struct {
	gpu      *wgpu.Device
	layouts  map[string]layout                // by kernel
	variants map[string]*wgpu.ComputePipeline // by variant.key
	took     time.Duration                    // of compiling, since the last call of compiling
}

// layout is the bindings of a kernel, which all its variants share.
type layout struct {
	bindings []shaders.Access
	group    *wgpu.BindGroupLayout
	pipeline *wgpu.PipelineLayout
}

// variant is what a pipeline is compiled from: a kernel with its constants and the widths of its columns.
type variant struct {
	kernel    string
	constants shaders.Constants
	widths    shaders.Widths
	key       string
}

func newVariant(kernel string, constants shaders.Constants, widths shaders.Widths) variant {
	return variant{kernel, constants, widths, kernel + fmt.Sprint(constants, widths)} // maps print sorted
}

var bindingTypes = map[shaders.Access]wgpu.BufferBindingType{
	shaders.Uniform:   wgpu.BufferBindingTypeUniform,
	shaders.Read:      wgpu.BufferBindingTypeReadOnlyStorage,
	shaders.ReadWrite: wgpu.BufferBindingTypeStorage,
}

// newPipelines lays out the bindings of every kernel that fits so many storage buffers. The planner leaves the others alone.
func newPipelines(gpu *wgpu.Device, storageBuffers uint32) (pipelines, error) {
	p := pipelines{gpu: gpu, layouts: map[string]layout{}, variants: map[string]*wgpu.ComputePipeline{}}
	for _, name := range shaders.Names() {
		if shaders.StorageBuffers(name) > storageBuffers {
			continue
		}
		l := layout{bindings: shaders.Bindings(name)}
		var entries []wgpu.BindGroupLayoutEntry
		for i, access := range l.bindings {
			if access != shaders.Unbound {
				entries = append(entries, wgpu.BindGroupLayoutEntry{
					Binding: uint32(i), Visibility: wgpu.ShaderStageCompute, Buffer: wgpu.BufferBindingLayout{Type: bindingTypes[access]},
				})
			}
		}
		var err error
		if l.group, err = gpu.CreateBindGroupLayout(&wgpu.BindGroupLayoutDescriptor{Label: name, Entries: entries}); err != nil {
			return p, fmt.Errorf("cannot lay out the bindings of %s: %w", name, err)
		}
		p.layouts[name] = l
		l.pipeline, err = gpu.CreatePipelineLayout(&wgpu.PipelineLayoutDescriptor{Label: name, BindGroupLayouts: []*wgpu.BindGroupLayout{l.group}})
		if err != nil {
			return p, fmt.Errorf("cannot lay out %s: %w", name, err)
		}
		p.layouts[name] = l
	}
	return p, nil
}

// compile compiles the variants of steps that are not compiled yet, all of them beside each other: a driver takes some 50 ms for one.
func (p *pipelines) compile(steps []step) error {
	start := system.Now()
	type compiled struct {
		pipeline *wgpu.ComputePipeline
		err      error
	}
	fresh := map[string]*compiled{}
	var wg sync.WaitGroup
	for _, s := range steps {
		v := s.variant
		if v.kernel == "" || p.variants[v.key] != nil || fresh[v.key] != nil {
			continue
		}
		c := &compiled{}
		fresh[v.key] = c
		wg.Go(func() { c.pipeline, c.err = p.build(v) })
	}
	wg.Wait()
	var err error
	for key, c := range fresh {
		if c.err == nil {
			p.variants[key] = c.pipeline
		}
		err = cmp.Or(err, c.err)
	}
	if len(fresh) > 0 {
		p.took += system.Since(start)
	}
	return err
}

// compiling is the time that was spent on compiling since the last call.
func (p *pipelines) compiling() time.Duration {
	took := p.took
	p.took = 0
	return took
}

// build compiles a variant.
func (p *pipelines) build(v variant) (*wgpu.ComputePipeline, error) {
	module, err := p.gpu.CreateShaderModule(&wgpu.ShaderModuleDescriptor{
		Label:          v.kernel + ".wgsl",
		WGSLDescriptor: &wgpu.ShaderModuleWGSLDescriptor{Code: shaders.Source(v.kernel, v.constants, v.widths)},
	})
	if err != nil {
		return nil, fmt.Errorf("cannot compile %s: %w", v.kernel, err)
	}
	defer module.Release()
	compiled, err := p.gpu.CreateComputePipeline(&wgpu.ComputePipelineDescriptor{
		Label:   v.kernel,
		Layout:  p.layouts[v.kernel].pipeline,
		Compute: wgpu.ProgrammableStageDescriptor{Module: module, EntryPoint: "main"},
	})
	if err != nil {
		return nil, fmt.Errorf("cannot build %s: %w", v.kernel, err)
	}
	return compiled, nil
}

func (p *pipelines) release() {
	for _, compiled := range p.variants {
		compiled.Release()
	}
	for _, l := range p.layouts {
		l.group.Release()
		release(l.pipeline)
	}
}
