// Package mysql asks a MySQL or MariaDB server. Rows come in the binary form of the protocol, which has all bits of a
// FLOAT. The text form has only six digits.
//
// Package mysql must not know pivots, or where passwords are kept.
package mysql
