// Package quality shows what is doubtful in a table, and asks what to do about it. It must not know how the doubtful
// rows are found.
package quality
