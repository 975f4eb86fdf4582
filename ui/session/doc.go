// Package session is one open table with its pivot: what is on the shelves, what was there before, the run under
// way and the last answer.
//
// It decides; a Screen shows. It runs everything slow off the UI goroutine, lets a newer edit supersede an older
// run, and hands results over through an injected post function. It must not know widgets nor the insides of tiers.
package session
