// Package localfile keeps the program's own files.
//
// A file is written beside its target, synced and renamed. A lock holds each temporary file. A temporary file without
// a lock was left by a dead process, and the next writer removes it. What the program remembers is in the user's
// cache folder, and every value read from there is checked.
//
// It must not know what the files hold.
package localfile
