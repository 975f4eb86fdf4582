// Package tabs is the bar of tabs below the result: one for each pivot of the table.
//
// It must not know what a tab holds. What a gesture means is decided by its callbacks.
package tabs
