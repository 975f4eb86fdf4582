// Package reopen measures how long a file takes to open the first time and, from its kept table, the second
// time. It must not know how tables are kept.
package reopen
