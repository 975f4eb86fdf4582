// Package dial opens addresses: it picks the kind of server, finds the password, names whatever else answers at the
// address, and reads a table with all of its rows.
//
// Package dial must know neither pivots nor windows.
package dial
