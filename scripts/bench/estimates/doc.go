// Package estimates measures how exact the estimates of the number of groups are, and how narrow their ranges. It
// groups hostile shapes of data, and compares what the engine expected of a pivot with what the pivot found.
package estimates
