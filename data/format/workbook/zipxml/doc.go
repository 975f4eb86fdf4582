// Package zipxml reads the XML parts of zip archives, in which office programs store their documents.
//
// A part is inflated while it is read, so that only a window of it is in memory. Each part is read to its end, so that
// its checksum is verified. Any fault in the XML of a part is an error, so that a damaged document never becomes a
// shorter one.
//
// The package must not know what the parts mean.
package zipxml
