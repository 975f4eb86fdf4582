// Package shaders holds the compute kernels of the GPU tier, one WGSL file per kernel.
//
// Every file is valid WGSL as it is. What a kernel must know when it is compiled (the operation, the size of its
// workgroup arrays) is a const line of the file, and Source returns the text with those lines changed: the compiler
// in this binding takes neither pipeline overrides nor arrays sized by them.
package shaders
