// Package localfile has the program's own files: temporary ones, which a killed process cannot leave behind for good, and
// what the program remembers in the user's cache folder. It trusts nothing that it finds there.
package localfile
