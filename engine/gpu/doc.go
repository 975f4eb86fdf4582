// Package gpu has the types with which the engine and the GPU tier talk. Request is a group-by over columns of codes,
// Result is its answer, and Adapter is a device. The errors are those that a caller distinguishes.
//
// A fault of a driver kills the process that owns the device. The app therefore starts a child process that owns the
// device. The packages below gpu are the app's side, the child's side, and the code between them:
//
//	plan       a request as work for a device: passes, strategies, prices, sizes. Arithmetic, no device needed
//	wire       the frames, and the memory that both processes share
//	host       the app's side: it starts the child, sends requests and columns, survives its loss
//	worker     the child's side: it receives requests and columns, sends results
//	device     the GPU as the child has it: memory, kernels, the run of a request. The only package that touches WebGPU
//	outofcore  requests whose rows or groups do not fit the device: tiles and partitions
//	reference  the same answers in plain Go, to test the device
//
// Package gpu must not know tables, column types or queries: the engine translates a query into a Request, and a Result
// into groups.
package gpu
