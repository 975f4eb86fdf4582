// Package system asks the operating system for what Go's library does not offer: a fine clock, the memory, huge
// pages, the room on a disk, and the start of the machine.
//
// It must not know what the answers are for.
package system
