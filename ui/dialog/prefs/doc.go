// Package prefs has what the window remembers from one start to the next. It is in a file of the user, and in a dialog
// that changes it.
//
// It must not know what the preferences change.
package prefs
