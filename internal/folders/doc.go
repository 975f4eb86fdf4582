// Package folders lists the places where Cardinal keeps its own files, says what each place holds, and empties it.
//
// It must not know what the files hold, or who calls it.
package folders
