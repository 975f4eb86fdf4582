// Package zipxml reads the XML parts of zip archives, in which office programs store their documents.
//
// A part is inflated while it is read, and only a window of the part is in memory. Each part is read to its end, so
// that its checksum is verified. Any fault in a part's XML is an error, so that a damaged document never becomes a
// shorter one.
//
// The package must not know what the parts mean.
package zipxml
