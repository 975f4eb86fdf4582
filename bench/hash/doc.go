// Package hash compares hash functions on compact domains of integer keys, those that dictionaries and identifiers give:
// how long the probe sequences of a table become, and what a look-up costs.
package hash
