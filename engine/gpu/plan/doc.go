// Package plan turns a request into work for a device. A Pass is the aggregates that one walk over the rows updates. A
// Kernel describes a way to run a pass. A Mapping describes a way to map hashed keys to groups. The planner takes the
// kernel and the mapping with the lowest price, in bytes of memory traffic. It also sizes partitions, hash tables,
// workgroups and buffers.
//
// Columns are sent to the device, stay there, and are read in their own width of one, two or four bytes per code. In
// each of these widths a kernel loads four rows at once (shaders/quads.wgsl).
//
// The keys of a row become its slot, a number in mixed radix. Or they become a rank: the position of the slot, or of
// the keys, in a list of all that occur. The column of slots or ranks stays on the device. The planner groups the
// aggregates of a request into passes over this column, and each pass runs the kernel of the lowest price:
//
//	private       registers of each invocation                          eight groups and fewer
//	workgroup     accumulators in workgroup memory, in ranges of slots   up to some 20,000 groups
//	partition     rows split by slot range, then as workgroup           more groups, rows in any order
//	sort          rows sorted by slot, runs of equal slots added up     some ten million groups and more, or many aggregates
//	ranks         a set in workgroup memory of the slots that rows meet more groups, rows in runs
//	global        one atomic operation a row                            all other cases
//
// An aggregate may take only the rows that tie: the rows with the result of the aggregate before. Two such aggregates
// find the least of integers of 64 bits by their words. Between their passes, a program marks the rows that tie
// (ties.go).
//
// A price is the number of bytes of memory traffic that take as long as the work, with rates for each class of device.
// No kernel runs twice: rows that do not fit workgroup memory or a partition, although the planner expected them to
// fit, are added to the totals one by one. docs/measured/gpu-h200.md and docs/measured/gpu-h100.md have the
// measurements.
//
// A program is a kernel with its constants and the widths of its columns. plan.Programs lists the programs of a request
// before it runs. Some find the groups of its keys, some examine its columns, and some aggregate. The child compiles
// the missing ones in parallel, while the columns are sent. As soon as the device finds that the number of groups
// differs from the expected number, it begins to compile the programs for the true number. The stage "compile" of a
// profile is the time in which the request waited for programs.
//
// The child reports the compile time of each program. The app keeps a usual time for each kernel, adapter and driver
// (host.programs). From the usual times it predicts how long a request waits for its missing programs. Programs compile
// in parallel, so the wait is the longest compile time or, if that is more, the sum of all divided by the cores. The
// time in which columns are sent is subtracted. A compile time of less than a quarter of the usual time comes from the
// driver's cache, and does not change the usual time.
//
// A new kernel needs a shader, a file here with its description, and a file in package device that dispatches it. It is
// added to Kernels here, and to dispatchers in package device. Everything in package plan is arithmetic over a Job and
// an Adapter. The package must not know how a device is opened or spoken to.
package plan
