// Package plan turns a request into work for a device. A Pass is the aggregates that one walk over the rows
// updates, a Kernel describes a way to run a pass, and a Mapping a way to map hashed keys to groups. The planner takes
// the kernel and the mapping with the lowest price, in bytes of memory traffic. It also sizes partitions, hash tables,
// workgroups and buffers.
//
// Columns are sent to the device, stay there, and are read in their own width of one, two or four bytes per code. In
// each of these widths four rows are one load (shaders/quads.wgsl).
//
// Keys become a column of slots (mixed radix), or of ranks among the slots or keys that occur. This column stays on
// the device. The planner groups the aggregates of a request into passes over it, and each pass runs the kernel of
// the lowest price:
//
//	private       registers of each invocation                          eight groups and fewer
//	workgroup     accumulators in workgroup memory, in ranges of slots   up to some 20,000 groups
//	partition     rows written out by slot range, then as workgroup     more groups, rows in any order
//	sort          rows sorted by slot, runs of equal slots added up     some ten million groups and more, or many aggregates
//	ranks         the slots that neighbouring rows have                 more groups, rows in runs
//	global        one atomic operation a row                            all other cases
//
// A price is the bytes of memory traffic that take equally long, with rates for each class of device. If the planner
// expected rows to fit workgroup memory or a partition and they do not, these rows are added to the totals one by
// one: no kernel runs twice. docs/measured/gpu-h200.md and
// docs/measured/gpu-h100.md have the measurements.
//
// A program is a kernel with its constants and the widths of its columns. plan.Programs names the programs of a
// request before it runs: programs that find the groups of its keys, programs that examine its columns, and programs
// that aggregate. The child compiles the missing ones in parallel, while the columns are sent. If the device finds
// other groups than expected, it begins to compile the programs for them at once. The stage "compile" of a profile is
// the time in which the request waited for programs.
//
// The child reports the compile time of each program. The app keeps a usual time for each kernel, adapter and driver
// (host.programs). It predicts the wait of a request: the longest compile time of a missing program, or the work of
// all cores, minus the time in which columns are sent. A time of less than a quarter of the usual one comes from the
// driver's cache, and does not count.
//
// A new kernel is a shader, a file here with its description, and a file in package device that dispatches it;
// Kernels and the list of package device name it. Everything here is arithmetic over a Job and an Adapter. plan
// must not know how a device is opened or spoken to.
package plan
