// Package query says what a pivot asks for, and reads it from text: fields, measures, filter, sort.
//
// A Query is a plain value. It must not know tables, tiers or plans.
//
// The package has more files than others, since the parts of the language name each other: a measure has a
// condition, a condition has fields, and a calculated field has both.
package query
