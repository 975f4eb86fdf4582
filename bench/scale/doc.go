// Package scale measures how the cost of a row changes with their number, and how near the plainest question comes to
// the speed at which the machine reads memory.
package scale
