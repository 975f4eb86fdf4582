// Package kernels plots and tabulates the log of BenchmarkCurve of engine/gpu/host on a machine with a card: the device
// time of every kernel by the number of groups. It must not run a kernel itself.
package kernels
