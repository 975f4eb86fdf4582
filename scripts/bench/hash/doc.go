// Package hash compares hash functions on compact domains of integer keys, as dictionaries and identifiers have
// them: how long the probe sequences of a table become, and what a look-up costs.
package hash
