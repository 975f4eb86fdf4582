package zipxml

import (
	"archive/zip"
	"io"
	"sync"

	"cardinal/data/format/inflate"
)

// File is a file. If it is a zip archive, its directory is read only once. Several goroutines may use a File at once.
type File struct {
	io.ReaderAt
	directory func() (*zip.Reader, error)
}

// NewFile returns a File for a file of the given size.
func NewFile(r io.ReaderAt, size int64) *File {
	return &File{r, sync.OnceValues(func() (*zip.Reader, error) { return Directory(r, size) })}
}

// Announcer returns a function to which a reader announces ranges of bytes before it reads them. Only a remote file has
// such a function; for other files, Announcer returns nil.
func (f *File) Announcer() func(ranges [][2]int64) error {
	if far, is := f.ReaderAt.(interface{ Announcer() func([][2]int64) error }); is {
		return far.Announcer()
	}
	return nil
}

// Directory returns the directory of a zip archive of the given size. It reads the directory of a File only once. The
// errors are those of archive/zip.
func Directory(r io.ReaderAt, size int64) (*zip.Reader, error) {
	if f, is := r.(interface{ zipDirectory() (*zip.Reader, error) }); is {
		return f.zipDirectory()
	}
	z, err := zip.NewReader(r, size)
	if z != nil {
		inflate.Zip(z)
	}
	return z, err
}

// zipDirectory returns the directory. A type that embeds a File has this method, too.
func (f *File) zipDirectory() (*zip.Reader, error) { return f.directory() }
