// Package query says what a pivot asks for, and reads it from text: fields, measures, filter, sort.
//
// A Query is a plain value. Package query must not know tables, tiers or plans.
//
// The package has more files than other packages. It cannot be split, since the types of the language refer to each
// other: a measure has a condition, a condition has fields, and a calculated field has both.
package query
