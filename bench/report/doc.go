// Package report writes what was measured: tables, sections of a page, and the machine it was measured on.
package report
