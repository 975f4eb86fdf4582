package gpu

import (
	"fmt"

	"github.com/cogentcore/webgpu/wgpu"

	"cardinal/shaders"
)

// kernels are the compiled shaders of a device. A variant is compiled when it is first needed.
type kernels struct {
	gpu      *wgpu.Device
	layouts  map[string]layout // by kernel
	variants map[variant]*wgpu.ComputePipeline
}

// layout is what a kernel's bindings are; it is the same for all its variants.
type layout struct {
	group    *wgpu.BindGroupLayout
	pipeline *wgpu.PipelineLayout
}

// variant is what a pipeline is compiled for.
type variant struct {
	kernel      string
	op          Op
	invocations uint32
	cells       uint32
}

// bindings of the kernels, in order, as their files state them.
var bindings = map[string][]wgpu.BufferBindingType{
	shaders.Compose:   {readWrite, read, read, read, read, read, uniform},
	shaders.Workgroup: {read, read, read, readWrite, uniform},
	shaders.Global:    {read, read, read, readWrite, uniform},
}

const (
	read      = wgpu.BufferBindingTypeReadOnlyStorage
	readWrite = wgpu.BufferBindingTypeStorage
	uniform   = wgpu.BufferBindingTypeUniform
)

func newKernels(gpu *wgpu.Device) (kernels, error) {
	k := kernels{gpu, map[string]layout{}, map[variant]*wgpu.ComputePipeline{}}
	for name, types := range bindings {
		var entries []wgpu.BindGroupLayoutEntry
		for i, t := range types {
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
	if p, ok := k.variants[v]; ok {
		return p, nil
	}
	module, err := k.gpu.CreateShaderModule(&wgpu.ShaderModuleDescriptor{
		Label:          v.kernel + ".wgsl",
		WGSLDescriptor: &wgpu.ShaderModuleWGSLDescriptor{Code: shaders.Source(v.kernel, v.constants())},
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
	k.variants[v] = p
	return p, nil
}

func (v variant) constants() shaders.Constants {
	c := shaders.Constants{"INVOCATIONS": v.invocations}
	if v.kernel == shaders.Compose {
		return c
	}
	c["OP"] = uint32(v.op)
	if v.kernel == shaders.Workgroup {
		c["CELLS"], c["CARRIES"] = v.cells, 1
		if v.op == Sum {
			c["CARRIES"] = v.cells
		}
	}
	return c
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
