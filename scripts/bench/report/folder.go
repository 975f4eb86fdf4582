package report

import (
	"flag"
	"os"
)

// Folder is the path of a folder that keeps the files of a benchmark; "" stands for a new one.
type Folder string

// Flag defines the flag that names the folder. files says what it keeps.
func (d *Folder) Flag(f *flag.FlagSet, files string) {
	f.StringVar((*string)(d), "folder", "", "a folder that keeps "+files+"; if not given: a new one, which is removed")
}

// Open makes a new folder where none is named. remove removes the new folder, and no other.
func (d Folder) Open() (path string, remove func(), err error) {
	if d != "" {
		return string(d), func() {}, nil
	}
	path, err = os.MkdirTemp("", "cardinal-bench-")
	return path, func() { _ = os.RemoveAll(path) }, err
}
