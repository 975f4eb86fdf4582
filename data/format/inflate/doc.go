// Package inflate reads deflate streams (RFC 1951) and gzip files (RFC 1952). It is made for large files, whose
// bytes come in large pieces and go to memory in large pieces.
//
// The design is that of libdeflate (Eric Biggers, lib/deflate_decompress.c): 64 bits of the input are at hand
// in a word, a load of eight bytes fills the word up, one look-up tells all that is to know of a symbol, and
// matches are copied by words. libdeflate has the whole input and the whole output in memory; this package has
// a piece of each. fast.go decodes while enough is left of both pieces that neither needs to be looked at, and
// careful.go decodes single symbols at their ends. A match that begins before the output at hand is copied from
// a window of 32 KB. In addition, an entry of the table of literals and lengths has two literals where both
// their words fit.
//
// Several cores inflate a large gzip file: ahead.go says how. No part of the file is inflated otherwise than
// one core inflates it.
//
// A stream is accepted where compress/flate accepts it, and has the same errors. A gzip file is accepted where
// compress/gzip accepts it, and has the same errors; a header with reserved flags is refused, too, as RFC 1952
// demands in section 2.3.1.2.
package inflate
