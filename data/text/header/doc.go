// Package header repairs the names of a table's columns: it names the columns without a name, and tells equal
// names apart. It also lists names in sentences. It must not know file formats.
package header
