// Package worker is the child process that owns the GPU, as its app speaks to it. Serve opens the device, tests it,
// and answers the requests that come through the wire. Between requests it compiles the kernels of the likeliest
// pivots.
//
// worker must not touch WebGPU, and must not know the app's side.
//
// # How columns reach the device
//
// On Linux the GPU's process reads columns directly from the app's memory, with all cores, into a ring of staging
// buffers. A request has the addresses of its columns, and the process asks only for columns that must be computed
// (gpu.NewColumn). On other systems columns go through shared memory. A staging buffer is as large as the largest
// piece that it was given, and of full size after an idle time. Columns take parts of device memory that the process
// has made while no request waited (device/pool.go). While no request waits, the process drops the columns of tables
// that the engine no longer keeps, one by one. It then compiles the programs of the likeliest pivots, one after
// another. A calibration has these compiled first (Client.CompileAhead).
package worker
