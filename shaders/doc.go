// Package shaders holds the compute kernels of the GPU tier, one WGSL file a kernel.
//
// Every file is valid WGSL as it stands. What a kernel must know when it is compiled (the operation, the size of
// its workgroup arrays) is a const line of the file, and Source gives the text with those lines changed: the
// compiler this binding carries takes neither pipeline overrides nor arrays sized by them.
package shaders
