// Package worker is the child process that owns the GPU, as its app speaks to it. Serve opens the device, tests
// it, and answers the requests that come through the wire. Between requests it compiles the kernels of the
// likeliest pivots.
//
// worker must not touch WebGPU, and must not know the app's side.
package worker
