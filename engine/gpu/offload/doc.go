// Package offload is the GPU as a tier. It turns a bound group-by into a request for the device, says what
// forbids that, scores the device by six factors (score.go), runs the request, and reads the device's
// figures out as the processor's accumulators.
//
// Package offload talks to the device through host.Client, or whatever a test puts in its place. It must not
// know WebGPU.
package offload
