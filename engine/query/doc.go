// Package query says what a pivot asks for, and reads it from text: fields, measures, filter, sort.
//
// A Query is a plain value. It must not know tables, tiers or plans.
package query
