// Package chart has what the plots of the benchmarks share: colours, ticks, and writing the file. It must not know what
// is drawn.
package chart
