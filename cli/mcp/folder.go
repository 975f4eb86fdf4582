package mcp

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"cardinal/data/load"
	"cardinal/internal/separators"
)

// Folders are the folders whose files agents may read, as absolute paths without links.
type Folders []string

// FoldersNamed returns the folders with the given names. The error names the first name that is not a folder.
func FoldersNamed(names []string) (Folders, error) {
	var all Folders
	for _, name := range names {
		path, err := filepath.Abs(name)
		if err == nil {
			path, err = filepath.EvalSymlinks(path)
		}
		if err != nil {
			return nil, fmt.Errorf("the folder %s cannot be opened: check the name", name)
		}
		if info, err := os.Stat(path); err != nil || !info.IsDir() {
			return nil, fmt.Errorf("%s is no folder: name the folder that the file lies in", name)
		}
		all = append(all, path)
	}
	return all, nil
}

// file describes a file that an answer was read from, or that can be asked about.
type file struct {
	Path     string    `json:"path"`
	Bytes    int64     `json:"bytes"`
	Modified time.Time `json:"modified"`
}

// files returns the files that a name stands for: a file, a folder or a pattern. A relative name starts in the first
// folder. The error says that the name is an address, or that a file lies outside of the folders.
func (f Folders) files(name string) ([]file, error) {
	switch {
	case name == "":
		return nil, fmt.Errorf("no file is named; the tool files lists the tables")
	case load.IsAddress(name), strings.ContainsAny(name, "\n\r\x00"):
		return nil, fmt.Errorf("%q is not the path of a file", name)
	case !filepath.IsAbs(name):
		name = filepath.Join(f[0], name)
	}
	// checked before the file system is asked, because its errors would tell which files exist elsewhere
	if !f.hold(name) {
		return nil, f.outside(name)
	}
	paths, err := load.Files(name)
	if err != nil {
		return nil, err
	}
	if load.IsDelta(name) { // its reader stays in the folder
		paths = []string{name}
	}
	var all []file
	for _, path := range paths {
		real, err := filepath.EvalSymlinks(path)
		if err != nil {
			return nil, fmt.Errorf("%s does not exist; the tool files lists the tables", path)
		}
		info, err := os.Stat(real)
		switch {
		case !f.hold(real):
			return nil, f.outside(path)
		case err != nil || !info.Mode().IsRegular() && !load.IsDelta(real):
			return nil, fmt.Errorf("%s is not a file", path)
		}
		all = append(all, file{real, info.Size(), info.ModTime().UTC()})
	}
	return all, nil
}

// hold reports whether a path lies in one of the folders.
func (f Folders) hold(path string) bool {
	return slices.ContainsFunc(f, func(folder string) bool {
		rest, err := filepath.Rel(folder, path)
		return err == nil && filepath.IsLocal(rest)
	})
}

func (f Folders) outside(path string) error {
	return fmt.Errorf("%s lies outside of the folders that may be read: %s", path, strings.Join(f, ", "))
}

// mostListed is the greatest number of files in a list.
const mostListed = 1000

// tables lists the files in the folders that have an extension of tables. It says if there are more files.
func (f Folders) tables() (all []file, note string) {
	known := load.Extensions()
	for _, folder := range f {
		_ = filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
			switch {
			case err != nil, path == folder:
				return nil // a file or folder that cannot be read is not listed
			case strings.HasPrefix(d.Name(), "."):
				if d.IsDir() {
					return fs.SkipDir
				}
				return nil
			case d.IsDir() && load.IsDelta(path):
				if info, err := d.Info(); err == nil {
					all = append(all, file{path, info.Size(), info.ModTime().UTC()})
				}
				return fs.SkipDir
			case !d.Type().IsRegular() || !slices.Contains(known, strings.ToLower(filepath.Ext(path))):
				return nil
			case len(all) == mostListed:
				note = separators.Sprintf("there are more than %d files: name a folder in a pattern", mostListed)
				return fs.SkipAll
			}
			if info, err := d.Info(); err == nil {
				all = append(all, file{path, info.Size(), info.ModTime().UTC()})
			}
			return nil
		})
	}
	return all, note
}
