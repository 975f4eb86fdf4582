// Package mysql asks a MySQL or MariaDB server. Rows come in the binary form of the protocol, which has the bits of a
// FLOAT where the text has six digits.
//
// Package mysql must know neither pivots nor where passwords are kept.
package mysql
