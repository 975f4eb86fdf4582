package kept

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"sync"
	"time"

	"cardinal/data"
)

// source identifies the file of a table, the state of the file, and the way in which the file is read.
type source struct {
	Path    string // absolute
	Sheet   string // as requested
	Reading data.Reading
	Build   string // of Cardinal

	Size     int64
	Modified time.Time
	Stamp    string // of the system's last change of the file, if the system tells
}

// sourceOf describes the file at path. It returns an error if the file is not regular.
func sourceOf(path, sheet string, how data.Reading) (source, error) {
	full, err := filepath.Abs(path)
	if err != nil {
		return source{}, fmt.Errorf("cannot tell where %s is: %w", path, err)
	}
	info, err := os.Stat(full)
	switch {
	case err != nil:
		return source{}, err
	case !info.Mode().IsRegular():
		return source{}, fmt.Errorf("%s is not a regular file", full)
	}
	real, err := filepath.EvalSymlinks(full)
	if err != nil {
		return source{}, err
	}
	for _, suffix := range []string{"-wal", ".wal"} { // of SQLite and of DuckDB
		if log, err := os.Stat(real + suffix); err == nil && log.Size() > 0 {
			return source{}, fmt.Errorf("%s has changes that stand in a file beside it", full)
		}
	}
	return source{Path: full, Sheet: sheet, Reading: how, Build: build(), Size: info.Size(), Modified: info.ModTime(),
		Stamp: stamp(full)}, nil
}

// equals reports whether two sources are the same file in the same state, read in the same way by the same build.
func (s source) equals(o source) bool { return s.question() == o.question() && s.state() == o.state() }

// question returns a name for the file and the way in which it is read, independent of the file's state.
func (s source) question() string { return digest(s.Path, s.Sheet, s.Reading) }

// state returns a name for the state of the file, and for the build.
func (s source) state() string { return digest(s.Size, s.Modified.UnixNano(), s.Stamp, s.Build) }

// fileName returns the name of the file of the kept table.
func (s source) fileName() string { return s.question() + "-" + s.state() + extension }

func digest(parts ...any) string {
	text, err := json.Marshal(parts)
	if err != nil {
		panic("BUG: " + err.Error())
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:12])
}

// build returns a name for the build of this program. Another build may read a file differently.
var build = sync.OnceValue(func() string {
	text := ""
	if info, ok := debug.ReadBuildInfo(); ok {
		text = info.GoVersion + " " + info.Main.Version
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" || s.Key == "vcs.modified" || s.Key == "GOARCH" {
				text += " " + s.Value
			}
		}
	}
	if path, err := os.Executable(); err == nil {
		if info, err := os.Stat(path); err == nil {
			text += fmt.Sprint(" ", info.Size(), " ", info.ModTime().UnixNano())
		}
	}
	return text
})
