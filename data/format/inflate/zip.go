package inflate

import (
	"archive/zip"
	"io"
)

// Zip makes an archive inflate its files with this package. archive/zip verifies their checksums.
func Zip(z *zip.Reader) {
	z.RegisterDecompressor(zip.Deflate, func(r io.Reader) io.ReadCloser { return NewReader(r) })
}
