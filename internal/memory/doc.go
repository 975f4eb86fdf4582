// Package memory tells how many bytes the program may still take. Go ends a program when its memory runs out. Code that
// reads a file or groups rows therefore asks before it takes memory. Make allocates large arrays in huge pages.
//
// Tables, key columns, crosstabs and grids are immutable and shared freely; the garbage collector owns them. The engine
// keeps the key columns of the last four tables; the window makes it keep only those of the open table (Engine.Retain).
// An accumulator belongs to one worker until it is merged. A run that would take more than four fifths of the free
// memory is refused before it allocates, and the error says how much it needs and how much is free. A limit on memory
// (--memory, or the preference) bounds the free memory; work that takes more than predicted is stopped (memory.Watch).
//
// On the GPU, columns stay in device memory within a budget, and the least recently used column is dropped first. The
// GPU's child process owns them. A pivot that does not fit the GPU is sent in tiles of rows. The accumulators stay on
// the device if they fit. Otherwise the groups of the tiles come back and are merged. If a tile has about as many
// groups as rows, the device instead lists the rows of each tile by the hash of their keys. The device and the cores
// then group the partitions, each taking the next one when it is done (engine/gpu/outofcore). The predicted time
// includes the cost of the tiles, so that the free choice takes the GPU if that is the fastest.
//
// It must not know tables and pivots.
package memory
