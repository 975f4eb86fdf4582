// Package sqlserver sends queries to SQL Server and reads the answers. It has not been tried on a real server. Its
// tests start a small server that speaks the protocol and answers with rows that the test gives.
//
// Package sqlserver must not know pivots, or where passwords are kept.
package sqlserver
