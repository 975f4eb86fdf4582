// Package reopen measures how long a file takes to open: the first time from the file, and the second time from its
// kept table. It must not know how tables are kept.
package reopen
