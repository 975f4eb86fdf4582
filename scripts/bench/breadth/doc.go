// Package breadth measures what a person does around a group-by: a process of Cardinal from a file to the answer, and
// its engine over a loaded table, beside DuckDB from the same file and over its own table. Where DuckDB reads no such
// file without an extension, another program stands beside. The answers of both sides are compared.
package breadth
