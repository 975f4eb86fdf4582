// Package panel explains the profile of a run to an ordinary person: which tier ran it and why, what was expected and
// what happened.
//
// It reads a profiler.Record and nothing else. It must not know the engine, the insides of tiers, or how to run
// anything.
package panel
