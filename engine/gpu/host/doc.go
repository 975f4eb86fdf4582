// Package host is the app's side of the GPU. When the device is first needed, a Client starts the child that owns the
// device. The Client sends requests and the columns that the child asks for, and reads the results.
//
// If the child dies or hangs, the Client returns gpu.ErrLost, and starts another child after a pause that doubles with
// every failure. A child that is silent for too long is killed. Package host must not touch WebGPU.
package host
