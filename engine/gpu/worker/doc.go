// Package worker is the code of the child process that owns the GPU. Serve opens the device, tests it, and answers the
// requests that the app sends. Between requests it compiles the kernels of the likeliest pivots.
//
// Package worker must not touch WebGPU, and must not know the app's side.
//
// # How columns reach the device
//
// On Linux the GPU's process reads columns directly from the app's memory, with all cores, into a ring of staging
// buffers. A request has the addresses of its columns, and the process asks only for columns that must be computed
// (gpu.NewColumn). On other systems columns are sent through shared memory. A staging buffer is at first only as large
// as its largest piece; it gets its full size while no request waits. Columns are placed in device memory that the
// process has allocated while no request waited (device/pool.go).
//
// # What the process does between requests
//
// While no request waits, the process drops the columns of tables that the engine no longer keeps, one by one. It then
// compiles the programs of the likeliest pivots, one after another. A calibration waits until these are compiled
// (Client.CompileAhead).
package worker
