// Package scale measures how the cost of a row changes with the number of rows. It also compares the speed of a plain
// question with the speed at which the machine reads memory.
package scale
