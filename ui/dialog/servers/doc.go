// Package servers asks for a table on a database server. It asks for the server, the user and the password, and then
// for one of the server's tables.
//
// Package servers must not know what is on the shelves.
package servers
