// Package servers asks for a table on a database server: the server and the user, the password, and a table of the
// server's list.
//
// Package servers must not know what is on the shelves.
package servers
