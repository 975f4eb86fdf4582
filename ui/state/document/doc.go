// Package document is what the window keeps: the workspace that is open, whether it has edits that are not
// saved, the copies for the case of a crash, and the tabs of the last time.
//
// Files are read and written off the UI goroutine. The package must not know widgets other than dialogs.
package document
