// Package plan turns a request into work for a device. Pass groups the aggregates that one walk over the rows
// updates, Kernel describes a way to run a pass and Mapping a way to map hashed keys to groups. The planner
// takes the kernel and the mapping of the least price, in bytes of memory traffic, and sizes partitions, hash
// tables, workgroups and buffers.
//
// A new kernel is a shader, a file here with its description, and a file in package device that dispatches it;
// Kernels and the list of package device name it. Everything here is arithmetic over a Job and an Adapter. plan
// must not know how a device is opened or spoken to.
package plan
