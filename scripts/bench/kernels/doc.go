// Package kernels plots the log of BenchmarkCurve of engine/gpu/host, and writes it as tables. The log is from a
// machine with a GPU, and has the device time of every kernel by the number of groups. The package must not run a
// kernel itself.
package kernels
