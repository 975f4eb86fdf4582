// Package localfile keeps the program's own files. A temporary file is held by a lock, so that the next run of
// the program removes what a killed one left. What the program remembers lies in the user's cache folder, and
// is checked when it is read.
//
// It must not know what the files hold.
package localfile
