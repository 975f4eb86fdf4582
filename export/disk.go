package export

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"runtime"
	"syscall"

	"cardinal/localfile"
)

// disk is the part of the file system that replacing a file needs. Tests have one whose operations fail.
type disk interface {
	CreateTemp(dir string) (f file, release func(), err error)
	Rename(from, to string) error
	Remove(name string) error
	SyncDir(dir string) error
}

type file interface {
	io.WriteCloser
	Name() string
	Chmod(fs.FileMode) error
	Sync() error
}

type realDisk struct{}

func (realDisk) CreateTemp(dir string) (file, func(), error) {
	localfile.Sweep(dir)
	f, release, err := localfile.Temp(dir)
	return f, release, err
}
func (realDisk) Rename(from, to string) error { return os.Rename(from, to) }
func (realDisk) Remove(name string) error     { return os.Remove(name) }

// SyncDir makes a rename durable. Windows and some network file systems cannot sync a folder and need not.
func (realDisk) SyncDir(dir string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := f.Sync(); err != nil && !errors.Is(err, syscall.EINVAL) && !errors.Is(err, errors.ErrUnsupported) {
		return err
	}
	return nil
}
