// Package gpu is the contract of the GPU tier: a group-by over columns of codes (Request), its answer (Result),
// a device (Adapter), and the errors that a caller distinguishes.
//
// A fault of a driver kills the process that owns the device. That process is therefore a child of the app. The
// packages below gpu are the two sides and the code between them:
//
//	plan       a request as work for a device: passes, strategies, prices, sizes. Arithmetic, no device needed
//	wire       the frames, and the memory that both processes share
//	host       the app's side: it starts the child, sends requests and columns, survives its loss
//	worker     the child's side: it receives requests and columns, sends results
//	device     the GPU as the child has it: memory, kernels, the run of a request. The only package that touches WebGPU
//	outofcore  requests whose rows or groups do not fit the device: tiles and partitions
//	reference  the same answers in plain Go, which the device is tested against
//
// gpu must not know tables, column types or queries: the engine translates both ways.
package gpu
