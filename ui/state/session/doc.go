// Package session holds the open table with its pivots: the shelves, their history for undo, the run under way and the
// last answer.
//
// A Session decides, and a Screen shows. Slow work runs outside of the UI goroutine. A newer edit cancels an older run,
// and results arrive through an injected post function. Work that nobody waits for begins at rest, i.e. when no other
// work is under way. The package must know neither widgets nor how a tier works.
package session
