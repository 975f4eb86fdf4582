// Package device is the GPU: Open finds it, SelfTest checks every kernel against plain Go, and Execute answers a job.
// It is the only package that imports the WebGPU binding.
//
// Columns stay on the device until their memory is needed for other columns. Their codes have one, two or four bytes,
// and are sent, kept and read in that width. The keys and the filter of a job become a column of slots, or a column of
// ranks of the groups that occur. Either column stays for the next job. Package plan groups the aggregates of a job
// into passes, and each pass is one kernel. A long job is submitted in portions; between two portions the app may
// withdraw it.
package device
