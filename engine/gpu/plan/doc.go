// Package plan turns a request into work for a device. It groups the aggregates into passes over the rows, chooses the kernel
// of each pass by a price in bytes of memory traffic, and sizes partitions, hash tables, workgroups and buffers.
//
// Everything here is arithmetic over a Job and an Adapter. plan must not know how a device is opened or spoken to.
package plan
