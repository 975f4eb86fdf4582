// Package document keeps what the window has open: the workspace, whether it has unsaved edits, the copies for a
// crash, and the tabs of the last time.
//
// Files are read and written off the UI goroutine. The package must not know widgets other than dialogs.
package document
