// Package inspect describes a table: how long it is, what its columns hold, how many different values they have. It
// must not know where the table came from.
package inspect
