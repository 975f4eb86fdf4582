// Package inflate reads deflate streams (RFC 1951) and gzip files (RFC 1952). It is made for large files, whose bytes
// come in large pieces and go to memory in large pieces.
//
// The design follows libdeflate (Eric Biggers, lib/deflate_decompress.c). A word holds the next 64 bits of the input,
// and one load of eight bytes refills it. One look-up gives everything about a symbol, and matches are copied by
// words. libdeflate has the whole input and the whole output in memory; this package has a piece of each. fast.go
// decodes while both pieces are long enough that their ends need no check, and careful.go decodes single symbols at
// their ends. A match that begins before the current output is copied from a window of 32 KB. In addition, an entry
// of the table of literals and lengths has two literals if both their words fit.
//
// Several cores inflate a large gzip file, as ahead.go explains. The result is always the same as on one core.
//
// The package accepts the streams that compress/flate accepts, and returns the same errors. It accepts the gzip files
// that compress/gzip accepts, and returns the same errors, with one difference: it refuses a header with reserved
// flags, as RFC 1952 demands in section 2.3.1.2.
package inflate
