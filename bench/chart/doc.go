// Package chart is what the plots of the benchmarks have in common: colours, ticks, and how they become a file. It knows
// nothing of what is drawn.
package chart
