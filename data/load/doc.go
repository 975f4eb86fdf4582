// Package load opens a file of any format that Cardinal reads. The bytes decide what a file is, not its name.
//
// Texts become codes of a dictionary. Floats that are decimals become integers with a scale. If the range of a column's
// integers fits into 32 bits, the integers become offsets from a base, in the narrowest width. Keys, sums and the GPU
// all use these codes. Before memory is allocated, a size that a file declares is compared with the bytes of the file.
// If reading changes or omits anything, a note on the column or the table says so. A file with a password is decrypted
// in memory.
//
// Only this package turns the error of a failed load into a sentence for a person: which file, what happened, and what
// to do. The package must not know what the table is for.
package load
