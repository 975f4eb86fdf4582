package inflate

import (
	"archive/zip"
	"io"
)

// Zip makes z inflate files with this package. archive/zip verifies the checksums.
func Zip(z *zip.Reader) {
	z.RegisterDecompressor(zip.Deflate, func(r io.Reader) io.ReadCloser { return NewReader(r) })
}
