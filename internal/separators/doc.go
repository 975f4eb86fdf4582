// Package separators holds the signs between the thousands and before the decimals of the numbers that people read
// and type: 1,234.5 or 1.234,5 or 1 234,5.
//
// The signs belong to the whole process, as a locale does. Everything else in Cardinal writes numbers as 1,234.5.
// Numbers that a person reads go through Show, and numbers that a person types go through Read. Files for programs use
// neither. The package must not know what a number is about.
package separators
