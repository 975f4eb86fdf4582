// Package hostile tests what the readers of package load promise for broken files: no file ends the program, hangs
// it, fills the memory or gives a wrong number without a note. The package has only tests.
//
// The tests make bombs, mutants of small files of every format, and pollutions of one delimited text. Child processes
// open these files, because a reader that takes all memory or overflows its stack ends its process, which recover
// cannot prevent. A child has a memory limit. It reports its progress; a child without a report for a long time counts
// as hanging.
package hostile
