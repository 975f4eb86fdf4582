// Package upkeep shows the folders in which Cardinal keeps files of its own, empties these folders, and shows crash
// reports.
//
// It must not know what is open in the window.
package upkeep
