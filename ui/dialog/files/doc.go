// Package files asks which file to open and where to export to, and reads and writes files for a session.
//
// It must not know what is on the shelves.
package files
