// Package report writes measurements: tables, sections of a page, and a line about the machine. It must not know what
// was measured.
package report
