// Package upkeep shows where Cardinal keeps what it remembers, empties these places, and shows reports of crashes.
//
// It must not know what is open in the window.
package upkeep
