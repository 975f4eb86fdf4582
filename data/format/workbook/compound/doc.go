// Package compound reads compound files ([MS-CFB]), which contain streams as a disk contains files. Office programs
// stored documents in them until 2003, and still store encrypted documents in them.
//
// Package compound trusts no number in a file: the size of the file limits the memory. github.com/richardlehane/mscfb
// trusts the numbers in the header, so that a file of 512 bytes can ask for gigabytes. It also recurses once for each
// entry of the directory.
//
// The package must not know what the streams contain.
package compound
