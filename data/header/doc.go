// Package header makes the names of a table's columns usable: none empty, none twice. It knows no file format.
package header
