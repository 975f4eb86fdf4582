package report

import (
	"flag"
	"os"
)

// Folder is the path of a folder in which a benchmark keeps its files. "" means a new folder.
type Folder string

// Flag defines the flag that names the folder. files describes the files in it for the help text.
func (d *Folder) Flag(f *flag.FlagSet, files string) {
	f.StringVar((*string)(d), "folder", "", "a folder that keeps "+files+"; if not given: a new one, which is removed")
}

// Open returns the named folder. If no folder is named, it makes one, which remove deletes.
func (d Folder) Open() (path string, remove func(), err error) {
	if d != "" {
		return string(d), func() {}, nil
	}
	path, err = os.MkdirTemp("", "cardinal-bench-")
	return path, func() { _ = os.RemoveAll(path) }, err
}
