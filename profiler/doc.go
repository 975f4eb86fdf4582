// Package profiler has the record of a run (what was expected, what was chosen and why, and what happened) and
// the history of runs, which corrects the predictions for later ones.
//
// Every package may record into it. It must not know any of them.
package profiler
