// Package compound reads compound files ([MS-CFB]), which hold streams as a disk holds files. Programs of
// Office kept documents in them until 2003, and keep encrypted ones there still.
//
// Nothing that a file declares is trusted: memory is taken by the size of the file.
// github.com/richardlehane/mscfb takes it by the numbers in the header, so that a file of 512 bytes asks for
// gigabytes, and calls itself once for every entry of the directory.
//
// The package must not know what stands in the streams.
package compound
