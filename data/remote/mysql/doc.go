// Package mysql asks a MySQL or MariaDB server. Rows come in the binary form of the protocol, because it has all bits
// of a FLOAT, and the text form has only six digits.
//
// Package mysql must know neither pivots nor where passwords are kept.
package mysql
