// Package sqlserver asks a SQL Server. It has not been tried on a server: its tests have a small server of their own,
// which speaks the protocol and answers with rows that the test gives.
//
// Package sqlserver must not know pivots, or where passwords are kept.
package sqlserver
