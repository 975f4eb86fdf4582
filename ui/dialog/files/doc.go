// Package files asks which files to open and how to export, and reads and writes files for a session.
//
// It must not know what is on the shelves.
package files
