package device

import (
	"fmt"

	"github.com/cogentcore/webgpu/wgpu"

	"cardinal/shaders"
)

// kernels are the compiled shaders of a device. A variant is compiled when it is first needed.
type kernels struct {
	gpu      *wgpu.Device
	layouts  map[string]layout // by kernel
	variants map[string]*wgpu.ComputePipeline
}

// layout is what a kernel's bindings are; it is the same for all its variants.
type layout struct {
	group    *wgpu.BindGroupLayout
	pipeline *wgpu.PipelineLayout
}

// variant is what a pipeline is compiled for: a kernel with its constants and the widths of its columns.
type variant struct {
	kernel    string
	constants shaders.Constants
	widths    shaders.Widths
	key       string
}

func newVariant(kernel string, constants shaders.Constants, widths shaders.Widths) variant {
	return variant{kernel, constants, widths, kernel + fmt.Sprint(constants, widths)} // maps print sorted
}

// bindings of the kernels, in order, as their files state them.
var bindings = map[string][]wgpu.BufferBindingType{
	shaders.Compose:   {uniform, readWrite, read, read, read, read, read},
	shaders.Private:   {uniform, read, read, read, read, read, read, read, readWrite},
	shaders.Workgroup: {uniform, read, read, read, read, read, read, read, readWrite},
	shaders.Global:    {uniform, read, read, read, read, read, read, read, readWrite},
	shaders.Ranks:     {uniform, read, read, read, read, read, read, read, readWrite},
	shaders.Histogram: {uniform, read, read, read, read, read, read, read, readWrite},
	shaders.Scan:      {uniform, read, readWrite, readWrite},
	shaders.Present:   {uniform, read, readWrite},
	shaders.Remap:     {uniform, read, read, read, readWrite, readWrite, read},
	shaders.Probe:     {uniform, readWrite, read, read, read, read, read, readWrite, readWrite},
	shaders.Elect:     {uniform, readWrite, read, read, read, read, read, readWrite, readWrite},
	shaders.Widest:    {uniform, read, readWrite},
	shaders.Changes:   {uniform, read, readWrite},
	shaders.Scatter:   {uniform, read, read, read, read, read, read, read, readWrite, readWrite, readWrite, readWrite, readWrite, read},
	shaders.Partition: {uniform, read, read, read, read, read, unbound, unbound, readWrite},
	shaders.Digits:    {uniform, read, read, read, read, read, unbound, unbound, readWrite},
	shaders.Refine:    {uniform, read, read, read, read, read, unbound, unbound, readWrite, readWrite, readWrite, readWrite},
	shaders.Sort:      {uniform, read, read, read, read, read, unbound, unbound, readWrite},
}

const (
	unbound   = wgpu.BufferBindingTypeUndefined
	read      = wgpu.BufferBindingTypeReadOnlyStorage
	readWrite = wgpu.BufferBindingTypeStorage
	uniform   = wgpu.BufferBindingTypeUniform
)

func newKernels(gpu *wgpu.Device, storageBuffers uint32) (kernels, error) {
	k := kernels{gpu, map[string]layout{}, map[string]*wgpu.ComputePipeline{}}
	for name, types := range bindings {
		if storage(types) > storageBuffers {
			continue // the planner leaves it alone
		}
		var entries []wgpu.BindGroupLayoutEntry
		for i, t := range types {
			if t == unbound {
				continue
			}
			entries = append(entries, wgpu.BindGroupLayoutEntry{
				Binding: uint32(i), Visibility: wgpu.ShaderStageCompute, Buffer: wgpu.BufferBindingLayout{Type: t},
			})
		}
		group, err := gpu.CreateBindGroupLayout(&wgpu.BindGroupLayoutDescriptor{Label: name, Entries: entries})
		if err != nil {
			return k, fmt.Errorf("cannot lay out the bindings of %s: %w", name, err)
		}
		k.layouts[name] = layout{group: group}
		pipeline, err := gpu.CreatePipelineLayout(&wgpu.PipelineLayoutDescriptor{
			Label: name, BindGroupLayouts: []*wgpu.BindGroupLayout{group},
		})
		if err != nil {
			return k, fmt.Errorf("cannot lay out %s: %w", name, err)
		}
		k.layouts[name] = layout{group, pipeline}
	}
	return k, nil
}

// pipeline returns the compiled variant.
func (k *kernels) pipeline(v variant) (*wgpu.ComputePipeline, error) {
	if p, ok := k.variants[v.key]; ok {
		return p, nil
	}
	module, err := k.gpu.CreateShaderModule(&wgpu.ShaderModuleDescriptor{
		Label:          v.kernel + ".wgsl",
		WGSLDescriptor: &wgpu.ShaderModuleWGSLDescriptor{Code: shaders.Source(v.kernel, v.constants, v.widths)},
	})
	if err != nil {
		return nil, fmt.Errorf("cannot compile %s: %w", v.kernel, err)
	}
	defer module.Release()
	p, err := k.gpu.CreateComputePipeline(&wgpu.ComputePipelineDescriptor{
		Label:   v.kernel,
		Layout:  k.layouts[v.kernel].pipeline,
		Compute: wgpu.ProgrammableStageDescriptor{Module: module, EntryPoint: "main"},
	})
	if err != nil {
		return nil, fmt.Errorf("cannot build %s: %w", v.kernel, err)
	}
	k.variants[v.key] = p
	return p, nil
}

// storage counts the storage buffers among bindings.
func storage(types []wgpu.BufferBindingType) (n uint32) {
	for _, t := range types {
		if t == read || t == readWrite {
			n++
		}
	}
	return n
}

func (k *kernels) release() {
	for _, p := range k.variants {
		p.Release()
	}
	for _, l := range k.layouts {
		l.group.Release()
		if l.pipeline != nil {
			l.pipeline.Release()
		}
	}
}
