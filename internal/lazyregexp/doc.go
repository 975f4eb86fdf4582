// Package lazyregexp makes regular expressions that are compiled when they are first used: a start of the program
// compiles none of them.
package lazyregexp
