package localfile

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// CachePath returns the path of a file of this program in the user's cache folder. If the system has no such folder,
// the path is "", and the error says so.
func CachePath(name string) (string, error) {
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	return filepath.Join(dir, "cardinal", name), nil
}

// SettingsPath returns the path of a file of this program in the user's settings folder. If the system has no such
// folder, the path is "", and the error says so.
func SettingsPath(name string) (string, error) {
	dir, err := os.UserConfigDir()
	if err != nil {
		return "", err
	}
	return filepath.Join(dir, "cardinal", name), nil
}

// MaxBytes is the size of the largest file that Read reads. No file of this program should be larger.
const MaxBytes = 64 << 20

var errOdd = errors.New("it is no regular file, or it is larger than 64 MB")

// Read reads a regular file of at most 64 MB. It opens nothing else, because a pipe would keep its reader waiting, and
// a device may have no end.
func Read(path string) ([]byte, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, err
	case info.IsDir():
		return nil, fmt.Errorf("cannot read %s: it is a folder", path)
	case !info.Mode().IsRegular() || info.Size() > MaxBytes:
		return nil, fmt.Errorf("cannot read %s: %w", path, errOdd)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, MaxBytes))
}

// Load decodes the JSON that Save wrote at path into v. It returns false if the file is missing or damaged.
func Load(path string, v any) bool {
	text, err := Read(path)
	return err == nil && json.Unmarshal(text, v) == nil
}

// Save writes v as JSON to path, as Write does.
func Save(path string, v any) error {
	text, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return fmt.Errorf("cannot write %s: %w", path, err)
	}
	return Write(path, func(w io.Writer) error {
		_, err := w.Write(append(text, '\n'))
		return err
	})
}

// Write replaces the file at path with what content writes, as Replace does. It makes the folder if it is missing.
func Write(path string, content func(io.Writer) error) error {
	err := os.MkdirAll(filepath.Dir(path), 0o700)
	if err == nil {
		err = Replace(path, func(f *os.File) error { return content(f) })
	}
	if err != nil {
		return fmt.Errorf("cannot write %s: %w", path, err)
	}
	return nil
}

// Replace replaces the file at path with what write writes. It writes a temporary file, waits until the disk has it,
// and renames it. A reader thus gets the old content or the new, even if the program is killed. The folder must exist.
// A write that fails leaves no file. The error does not name the temporary file.
func Replace(path string, write func(*os.File) error) error {
	dir := filepath.Dir(path)
	Sweep(dir)
	f, release, err := Temp(dir)
	if err != nil {
		return Cause(err)
	}
	defer release()
	defer func() { _ = os.Remove(f.Name()) }() // does nothing after the rename
	if err = write(f); err == nil {
		err = f.Sync()
	}
	if e := f.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	return Cause(err)
}

// Cause returns the error of the system within an error, without names of files.
func Cause(err error) error {
	var onPath *fs.PathError
	var onLink *os.LinkError
	switch {
	case errors.As(err, &onPath):
		return onPath.Err
	case errors.As(err, &onLink):
		return onLink.Err
	}
	return err
}
