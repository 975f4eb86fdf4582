// Package memory says how many bytes the program may still take. Go ends a program when its memory runs out, so
// whoever reads a file or groups rows asks before the memory is taken. Make takes the memory of large arrays in
// huge pages.
//
// Tables, key columns, crosstabs and grids are immutable and shared freely; the garbage collector owns them. The
// engine keeps the key columns of the last four tables; the window has it retain those of the open table alone
// (Engine.Retain). An accumulator belongs to one worker until it is merged. A run that would take more than four
// fifths of the free memory is refused before it allocates, and the error names the numbers. A limit on memory
// (--memory, or the preference) bounds what is free; work that turns out to take more is stopped (memory.Watch). On
// the GPU, columns stay resident within a budget, and the least recently used column leaves first; the child
// process owns them. A pivot that does not fit the GPU is sent in tiles of rows. The accumulators stay on the
// device where they fit it. Otherwise the groups of the tiles come back and are merged; or, where a tile has about
// as many groups as rows, the device lists the rows of each tile by the hash of their keys, and the device and the
// cores group the partitions, each the next one when it is done with one (engine/gpu/outofcore). The cost of the
// tiles is in the predicted time, so that the free choice takes the GPU where that is the shortest.
//
// It must not know tables and pivots.
package memory
