// Package postgres asks a PostgreSQL server. Rows come in the binary form of the protocol.
//
// Package postgres must know neither pivots nor where passwords are kept.
package postgres
