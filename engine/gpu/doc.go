// Package gpu answers dense group-bys over 32-bit columns on a GPU that a child process owns.
//
// It knows device buffers, shaders and the wire to the child; it must not know tables, column types or queries:
// the engine translates both ways. A fault of the driver kills the child only, and comes back as an error.
package gpu
