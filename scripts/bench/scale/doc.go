// Package scale measures how the cost of a row changes with the number of rows, and how near a plain question
// comes to the speed at which the machine reads memory.
package scale
