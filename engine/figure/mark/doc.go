// Package mark works out conditional formats: what the figures of one level have in common, what each of them
// shows, and in which colours. It says whether a figure passes a condition, for filters by figures, too.
//
// The package must not know crosstabs. It is given figures, one by one.
package mark
