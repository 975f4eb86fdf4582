// Package upkeep shows where Cardinal keeps its own files, empties these places, and shows crash reports.
//
// It must not know what is open in the window.
package upkeep
