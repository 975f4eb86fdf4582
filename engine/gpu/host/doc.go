// Package host is the app's side of the GPU. A Client starts the child that owns the device when it is first needed,
// sends it requests and the columns that it asks for, and reads its results.
//
// The child may die or hang: the Client then returns gpu.ErrLost, and starts another child after a pause that doubles
// with every failure. A child that is silent for too long is killed. host must not touch WebGPU.
package host
