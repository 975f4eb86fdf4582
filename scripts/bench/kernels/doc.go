// Package kernels draws and tabulates what BenchmarkCurve of engine/gpu/host prints on a machine with a card:
// the device time of every kernel by the number of groups. It must not run a kernel itself.
package kernels
