// Package repository holds the tests of the repository itself: which package may import which, the length of files and
// lines, how comments begin and cite, the files and commands that the pages name, and the tests that may be skipped.
package repository
