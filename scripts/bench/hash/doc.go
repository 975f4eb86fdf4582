// Package hash compares hash functions on compact domains of integer keys, such as dictionary codes and identifiers. It
// measures the lengths of a table's probe sequences, and the time of a look-up.
package hash
