// Package dial opens addresses: it picks the kind of server, finds the password, identifies any other program that
// answers at the address, and reads all rows of a table.
//
// Package dial must not know pivots or windows.
package dial
