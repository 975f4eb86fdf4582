// Package shaders holds the compute kernels of the GPU tier, one WGSL file per kernel.
//
// Every file is valid WGSL as it is. A const line of the file holds what a kernel must know when it is compiled, such
// as the operation or the size of its workgroup arrays. Source returns the text with such lines changed. It does not
// use pipeline overrides, because the compiler in this binding accepts neither these nor arrays of their size.
package shaders
