package device

import (
	"fmt"

	"github.com/cogentcore/webgpu/wgpu"

	"cardinal/shaders"
)

// pipelines are the compiled kernels of a device. A variant is compiled when it is first needed.
type pipelines struct {
	gpu      *wgpu.Device
	layouts  map[string]layout                // by kernel
	variants map[string]*wgpu.ComputePipeline // by variant.key
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
	p := pipelines{gpu, map[string]layout{}, map[string]*wgpu.ComputePipeline{}}
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

// pipeline returns the compiled variant.
func (p *pipelines) pipeline(v variant) (*wgpu.ComputePipeline, error) {
	if compiled, ok := p.variants[v.key]; ok {
		return compiled, nil
	}
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
	p.variants[v.key] = compiled
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
