// Package wire is the protocol between the app and the child that owns the device: frames on two pipes, and a window of
// shared memory for columns and results. On Linux the child can also read columns directly from the app's memory. The
// app sends the addresses of its columns with the job, and the child asks only for columns that the app would have to
// compute.
//
//	app                                   child (cardinal gpu-worker)
//	start  ------------------------------>  opens the device, tests itself
//	       <------------------------------  hello: the adapter, or why there is none
//	run: a job with the IDs of columns,
//	and the addresses of those in memory ->
//	       <------------------------------  need: another column that is not on the device
//	column: its bytes, or their address -->
//	       <------------------------------  result: the accumulators, the times, what is resident
//
// While the child works it sends "busy" a few times a second. The app sends "abort" if it no longer wants the result.
// Package wire must not know who sends and who receives.
package wire
