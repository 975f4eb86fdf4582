// Package hostile holds the readers of package load to what they promise for broken files: no file ends the
// program, hangs it, fills the memory or gives a wrong number without a note. It has nothing but tests.
//
// The tests make bombs, mutants of small files of every format, and pollutions of one delimited text. Child
// processes open them, because a reader that takes all memory or overflows its stack ends its process, and no
// recover helps. A child has a limit of memory. It tells how far it is; a child that tells nothing for long
// hangs.
package hostile
