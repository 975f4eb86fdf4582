// Package tabs is the bar of tabs below the result: one for each pivot of the table.
//
// It must not know what a tab holds. Callbacks decide what a gesture means.
package tabs
