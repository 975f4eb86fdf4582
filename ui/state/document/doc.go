// Package document keeps what is open in the window: the workspace, whether it has unsaved edits, a draft for after a
// crash, and the tabs that each table had when it was last open.
//
// Files are read and written off the UI goroutine. The package must not know widgets other than dialogs.
package document
