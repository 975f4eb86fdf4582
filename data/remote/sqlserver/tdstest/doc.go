// Package tdstest has a server for tests that speaks as much of SQL Server's protocol as its client needs. It knows no
// SQL: the test answers each query.
package tdstest
