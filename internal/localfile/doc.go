// Package localfile keeps the program's own files. A temporary file is held by a lock, so that the next run of
// the program removes what a killed one left. What the program remembers lies in the user's cache folder, and
// is checked when it is read.
//
// A file is written beside its target, synced and renamed. A lock holds each temporary file (localfile). A
// temporary file without a lock was left by a dead process, and the next writer removes it. Values read from the
// cache folder are checked one by one.
//
// It must not know what the files hold.
package localfile
