// Package offload is the GPU as a tier. It turns a bound group-by into a request for the device, names the gates that
// forbid the GPU, scores the device by six factors (score.go), runs the request, and reads the device's figures out
// as the processor's accumulators.
//
// Package offload talks to the device through host.Client, or its replacement in a test. It must not know WebGPU.
package offload
