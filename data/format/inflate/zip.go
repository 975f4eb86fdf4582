package inflate

import (
	"archive/zip"
	"io"
)

// Zip has the files of an archive inflated by this package. archive/zip verifies their sums.
func Zip(z *zip.Reader) {
	z.RegisterDecompressor(zip.Deflate, func(r io.Reader) io.ReadCloser { return NewReader(r) })
}
