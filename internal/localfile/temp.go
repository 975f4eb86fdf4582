package localfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"cardinal/internal/lazyregexp"
)

// A temporary file is named .cardinal-N.tmp. A temporary folder is named cardinal-N.tmp, and its process holds a file
// in it, named .cardinal. The system releases a lock when the process ends, even if it is killed. A file without a lock
// was thus left by a dead process.
var (
	tempName   = lazyregexp.New(`^\.cardinal-[0-9]+\.tmp$`)
	folderName = lazyregexp.New(`^cardinal-[0-9]+\.tmp$`)
)

const holder = ".cardinal"

// Pasted is the name of a pasted table's file. Sweep removes it with its temporary folder.
const Pasted = "Clipboard"

// IsPasted reports whether a path names a pasted table's file.
func IsPasted(path string) bool {
	dir, name := filepath.Split(path)
	return name == Pasted && folderName().MatchString(filepath.Base(dir))
}

// attempts is how often Temp tries to make a file. Another process may remove a new file before it is locked.
const attempts = 10

var errNotHeld = errors.New("no temporary file can be held")

// Temp makes a temporary file in dir and holds it until release is called or the process ends. Sweep leaves held
// files.
func Temp(dir string) (f *os.File, release func(), err error) {
	for range attempts {
		if f, err = os.CreateTemp(dir, ".cardinal-*.tmp"); err != nil {
			return nil, nil, err
		}
		if release, held := hold(f.Name()); held {
			return f, release, nil
		}
		_ = f.Close()
		_ = os.Remove(f.Name())
	}
	return nil, nil, errNotHeld
}

// TempDir makes a folder for a pasted table in the system's temporary folder, and holds it. remove deletes it.
func TempDir() (dir string, remove func(), err error) {
	for range attempts {
		if dir, err = os.MkdirTemp("", "cardinal-*.tmp"); err != nil {
			return "", nil, err
		}
		name := filepath.Join(dir, holder)
		if err = os.WriteFile(name, nil, 0o600); err == nil {
			if release, held := hold(name); held {
				return dir, func() {
					release()
					_ = os.RemoveAll(dir)
				}, nil
			}
		}
		_ = os.RemoveAll(dir)
	}
	return "", nil, errors.Join(err, errNotHeld)
}

// Sweep removes the temporary files and folders in dir that dead processes have left.
func Sweep(dir string) {
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		path := filepath.Join(dir, e.Name())
		switch {
		case e.Type().IsRegular() && tempName().MatchString(e.Name()):
			removeFree(path)
		case e.IsDir() && folderName().MatchString(e.Name()):
			sweepFolder(path)
		}
	}
}

// sweepFolder removes a folder of TempDir with its pasted table. If the folder has other files, it stays with them.
func sweepFolder(dir string) {
	_ = os.Remove(dir) // succeeds if the folder is empty
	info, err := os.Lstat(filepath.Join(dir, holder))
	if err != nil || !info.Mode().IsRegular() || !removeFree(filepath.Join(dir, holder)) {
		return
	}
	pasted := filepath.Join(dir, Pasted)
	if info, err := os.Lstat(pasted); err == nil && info.Mode().IsRegular() {
		_ = os.Remove(pasted)
	}
	_ = os.Remove(dir) // stays if it has other files
}

// isSame reports whether path is still the file that was opened as f.
func isSame(f *os.File, path string) bool {
	opened, err := f.Stat()
	if err != nil {
		return false
	}
	now, err := os.Lstat(path)
	return err == nil && now.Mode()&fs.ModeType == 0 && os.SameFile(opened, now)
}
