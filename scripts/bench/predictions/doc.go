// Package predictions measures the error of the predicted times of pivots and their steps. It runs the first pivot of a
// process, the first pivot over a table, and repeated pivots.
package predictions
