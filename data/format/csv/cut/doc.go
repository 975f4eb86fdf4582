// Package cut cuts delimited text into blocks, records and fields. A Splitter cuts a file into blocks that begin and
// end at the border of a record. A Scanner cuts a block into records, one at a time, or many at once into a Batch,
// which has the places of their fields. A Dialect says which bytes are delimiters, line ends and quotes.
//
// The package must not know what a field means.
package cut
