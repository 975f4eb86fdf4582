// Package prefs keeps what the window remembers from one start to the next, in a file of the user, and asks for it.
//
// It must not know what the preferences change.
package prefs
