// Package report writes what was measured: tables, sections of a page, and a line about the machine. It must
// not know the measurements.
package report
