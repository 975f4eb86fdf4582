// Package device is the child's side of the GPU: Serve opens the device, checks every kernel against plain Go, and then answers
// requests. It is the only package that imports the WebGPU binding.
//
// Columns stay on the device until their memory is needed for others. Their codes have one, two or four bytes, and are sent,
// kept and read in that width. Keys and filter become a column of slots, or of ranks of the groups that there are; both stay
// for the next request. The aggregates of a request are grouped into passes by package plan, and each pass is one kernel.
// Between requests, Serve compiles the kernels of the likeliest pivots. A long request is submitted in portions, between which
// the app may take it back.
//
// The package has more files than others: one for each kernel's dispatch, and one for each kind of memory on the device. device
// must not know the app's side.
package device
