// Package compound reads compound files ([MS-CFB]), which hold streams as a disk holds files. Programs of Office
// stored documents in them until 2003, and still store encrypted documents in them.
//
// No number in a file is trusted: the size of the file limits the memory. github.com/richardlehane/mscfb trusts the
// numbers in the header, so that a file of 512 bytes can ask for gigabytes, and it recurses once for every entry of
// the directory.
//
// The package must not know what the streams contain.
package compound
