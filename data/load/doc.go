// Package load opens a file of any format that Cardinal reads. The bytes decide what a file is, not its name.
//
// Text becomes codes of a dictionary. Floats that are decimals become integers with a scale. Integers within 32
// bits of each other become offsets from a base, in the narrowest width. Keys, sums and the GPU all use these
// codes. A size that a file declares is checked against the file's bytes before memory is taken. What reading
// loses becomes a note of the column or of the table. A file with a password is decrypted in memory.
//
// Only this package turns a failed load into a sentence for a person: which file, what happened, and what to
// do. It must not know what the table is for.
package load
