// Package gpu answers group-bys over columns of codes on a GPU that a child process owns.
//
// It knows device buffers, shaders and the wire to the child; it must not know tables, column types or queries:
// the engine translates both ways. A fault of the driver kills the child only, and comes back as an error.
//
// In the app a Client starts the child when it is first needed, sends it a Request, and the columns that the child
// asks for. In the child, Serve opens the device, checks every kernel against plain Go, and then answers requests;
// columns stay on the device until their memory is needed for others. Only Serve touches WebGPU.
//
//	app                                   child (cardinal gpu-worker)
//	start  ------------------------------>  opens the device, tests itself
//	       <------------------------------  hello: the adapter, or why there is none
//	run: rows, key and column names ----->
//	       <------------------------------  need: a column that is not on the device
//	column: its bytes ------------------->
//	       <------------------------------  result: the accumulators, the times, what is resident
//
// Columns go through memory that both share, in two halves, where the system has such, else through the pipe. Their codes have
// one, two or four bytes, and are sent, kept and read in that width; the slots that are composed of them, and the ranks of a
// sparse domain, are as narrow as their number allows.
//
// In the child, keys and filter become a column of slots (compose), or of ranks of the groups that there are (remap of a
// sparse domain, or a hash table of row numbers for keys of any width); all of these stay for the next request. The
// aggregates are grouped into passes, each of which runs in one of six ways at the least price: private, workgroup,
// partition, sort, ranks, global.
//
// Rows that do not fit the budget are streamed in tiles. Where the groups do not fit either, or must be found first, the app
// asks for the groups of each tile, and then has the device merge these in partitions, by requests like any other.
//
// Between requests it compiles the kernels of the likeliest pivots, one at a time, so that the first of them need not wait.
// A request that is long for the device is submitted in portions, between which the app may take it back: "abort".
// While it works the child says "busy" a few times a second: silence means that it hangs, and it is killed.
package gpu
