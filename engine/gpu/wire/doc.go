// Package wire is what the app and the child that owns the device say to each other: frames on two pipes, and a
// window of shared memory for columns and results. On Linux the child reads columns where they stand in the
// app's memory. The app says with the job where its columns are, and the child asks for those alone that the
// app would have to compute.
//
//	app                                   child (cardinal gpu-worker)
//	start  ------------------------------>  opens the device, tests itself
//	       <------------------------------  hello: the adapter, or why there is none
//	run: a job with the IDs of columns,
//	and where those in memory are ------->
//	       <------------------------------  need: another column that is not on the device
//	column: its bytes, or where they are >
//	       <------------------------------  result: the accumulators, the times, what is resident
//
// While the child works it says "busy" a few times a second. The app says "abort" when it no longer wants the
// result. wire must not know who sends and who receives.
package wire
