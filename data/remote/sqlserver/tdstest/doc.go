// Package tdstest has a server for tests that speaks the part of SQL Server's protocol that the driver uses. The server
// does not understand SQL: the test answers each query.
package tdstest
