// Package cut cuts delimited text into blocks, records and fields. A Splitter cuts a text into blocks that begin and
// end at a record boundary. A Scanner cuts a block into records, one at a time, or many at once into a Batch with the
// offsets of their fields. A Dialect says which bytes are delimiters, line ends and quotes.
//
// The package must not know what a field means.
package cut
