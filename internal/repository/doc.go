// Package repository holds the tests of the repository itself: which package may import which, the length of files and
// lines, how comments begin and name sources, whether the files and commands that the pages name exist, and which tests
// may be skipped.
package repository
