// Package offload is the GPU as a tier. It turns a bound group-by into a request for the device. It checks the gates,
// which are conditions for using the GPU, such as enough memory. It scores the device by six factors (score.go). It
// runs the request, and turns the device's results into the same accumulators that the processor's tiers make. Distinct
// counts, medians and other states that keep values have requests of their own, which count the rows of each pair of
// group and value (pairs.go).
//
// Package offload talks to the device through host.Client, or its replacement in a test. It must not know WebGPU.
package offload
