// Package inflate reads deflate streams (RFC 1951) and gzip files (RFC 1952). It is written for large files, which it
// reads and writes in large pieces.
//
// The design follows libdeflate (Eric Biggers, lib/deflate_decompress.c). A word holds the next 64 bits of the input,
// and one load of eight bytes refills it. A single look-up in a table gives everything about a symbol. Matches are
// copied a word at a time. Unlike libdeflate, this package has only a piece of the input and a piece of the output in
// memory. fast.go decodes without checks for the end of a piece, as long as the rest of both pieces is long enough.
// Near the ends, careful.go decodes single symbols. A match that begins before the current output is copied from a
// window of 32 KB. Other than in libdeflate, an entry of the table of literals and lengths has two literals if both
// code words fit.
//
// Several cores inflate a large gzip file, as ahead.go explains. The result is the same as with one core.
//
// The package accepts and rejects the same streams as compress/flate, with the same errors. It also accepts and rejects
// the same gzip files as compress/gzip, with one exception: it rejects a header with reserved flags, as RFC 1952
// demands in section 2.3.1.2.
package inflate
