// Package estimates measures how true and how narrow the estimates of the number of groups are. It groups hostile
// shapes of data, and compares what was expected of a pivot with what the pivot found.
package estimates
