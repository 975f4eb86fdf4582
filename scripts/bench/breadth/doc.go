// Package breadth measures what a person does around a group-by. It times a process of Cardinal from a file to the
// answer, and Cardinal's engine over a loaded table. It compares them with DuckDB, from the same file and over a table
// of its own. If DuckDB needs an extension to read the file, it compares another program instead. The answers of both
// sides must agree.
package breadth
