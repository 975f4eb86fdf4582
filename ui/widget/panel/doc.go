// Package panel explains the profile of a run to a person who does not know how a pivot is computed: which tier ran it
// and why, what was expected, and what happened.
//
// It reads only a profiler.Record. It must not know the engine, how a tier works, or how to run anything.
package panel
