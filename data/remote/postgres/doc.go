// Package postgres asks a PostgreSQL server. Rows come in the binary form of the protocol.
//
// Package postgres must not know pivots, or where passwords are kept.
package postgres
