// Package files asks for files to open and to export to, and reads and writes files for a session.
//
// It must not know what is on the shelves.
package files
