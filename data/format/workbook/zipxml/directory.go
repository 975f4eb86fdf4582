package zipxml

import (
	"archive/zip"
	"io"
	"sync"

	"cardinal/data/format/inflate"
)

// File is a file whose directory, if it is a zip archive, is read only once. Many goroutines may use it at once.
type File struct {
	io.ReaderAt
	directory func() (*zip.Reader, error)
}

// NewFile returns the File for a file of the given size.
func NewFile(r io.ReaderAt, size int64) *File {
	return &File{r, sync.OnceValues(func() (*zip.Reader, error) { return Directory(r, size) })}
}

// Announcer returns the function to which a reader announces the ranges of bytes that it will read, if the file is far
// away; nil if it is near.
func (f *File) Announcer() func(ranges [][2]int64) {
	if far, is := f.ReaderAt.(interface{ Announcer() func([][2]int64) }); is {
		return far.Announcer()
	}
	return nil
}

// Directory returns the directory of a zip archive of the given size. Errors are the errors of archive/zip. The
// directory of a File is read only once.
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

// zipDirectory returns the directory. Types that embed a File have this method, too.
func (f *File) zipDirectory() (*zip.Reader, error) { return f.directory() }
