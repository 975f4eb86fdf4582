// Package shaders holds the compute kernels of the GPU tier, one WGSL file per kernel.
//
// Every file is valid WGSL as it is. A const line of the file holds what a kernel must know when it is compiled, such
// as the operation or the size of its workgroup arrays. Source returns the text with such lines changed. It does not
// use pipeline overrides, because the compiler in this binding does not accept them, and an array cannot get its size
// from one.
package shaders
