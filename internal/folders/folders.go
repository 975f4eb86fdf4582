package folders

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"cardinal/data/store/kept"
	"cardinal/internal/crash"
	"cardinal/internal/each"
	"cardinal/internal/localfile"
	"cardinal/internal/memory"
	"cardinal/internal/separators"
	"cardinal/internal/workspace"
	"cardinal/profiler"
)

// Place is a folder with files of one kind.
type Place struct {
	Word  string // on the command line: tables
	Title string // in the window: Kept tables
	Holds string // the files and what is lost without them, in sentences
	Path  string // of the folder

	files []string // patterns of the files, below Path
}

// Settings is the word of the place with the preferences.
const Settings = "settings"

// Places returns the places of this user in the order of menus. It leaves out places that the system does not have.
func Places() []Place {
	cache := ""
	if path, err := localfile.CachePath(""); err == nil {
		cache = filepath.Clean(path)
	}
	settings := ""
	if path, err := localfile.SettingsPath(""); err == nil {
		settings = filepath.Clean(path)
	}
	tables, _ := kept.Path()
	all := []Place{
		{Settings, "Settings", "The preferences, the recent files and the size of the window. Without them all is as " +
			"at the first start.", settings, []string{"window.json"}},
		{"tables", "Kept tables", "Tables that took long to read, and what was read of files at addresses. Without " +
			"them large files are read anew, once.", tables, []string{"*.table", "*.ranges"}},
		{"pivots", "Pivots of the last time", "The shelves of each file as they were left. Saved workspaces lie " +
			"elsewhere.", workspace.Folder(), []string{filepath.Join("last", "*.json")}},
		{"measurements", "Measurements", "The speed of this machine, how long pivots took, and the grids that Tune " +
			"the GPU found. Without them the machine is measured anew; tuning is not repeated by itself.", cache,
			[]string{"calibration.json", "history.json", "gpu-tuning.json", "gpu-programs.json"}},
		{"print", "Page to print", "The page that was printed last. It has its figures or rows.", cache,
			[]string{"print.html"}},
		{"reports", "Crash reports", "What the program said when it crashed. Nobody is sent a report.", crash.Folder(),
			[]string{"*.txt"}},
	}
	return slices.DeleteFunc(all, func(p Place) bool { return p.Path == "" })
}

// Named returns the place with a word, or false.
func Named(word string) (Place, bool) {
	all := Places()
	i := slices.IndexFunc(all, func(p Place) bool { return p.Word == word })
	if i < 0 {
		return Place{}, false
	}
	return all[i], true
}

// Words lists the words of all places as a sentence does: settings, tables or reports.
func Words() string {
	words := each.Of(Places(), func(p Place) string { return p.Word })
	return separators.Join(words, "or")
}

func (p Place) paths() (found []string) {
	for _, pattern := range p.files {
		found = append(found, localfile.Glob(p.Path, pattern)...)
	}
	return found
}

// Size returns the number of files in the place and the sum of their bytes.
func (p Place) Size() (files int, bytes int64) {
	for _, path := range p.paths() {
		if info, err := os.Lstat(path); err == nil && info.Mode().IsRegular() {
			files, bytes = files+1, bytes+info.Size()
		}
	}
	return files, bytes
}

// Small is the size up to which files are called small.
const Small = 50_000

// Contents returns the number of files in words, with their size unless it is small.
func (p Place) Contents() string {
	n, bytes := p.Size()
	switch {
	case n == 0:
		return "empty"
	case bytes < Small:
		return profiler.Counted(n, "small file")
	}
	return profiler.Counted(n, "file") + ", " + memory.Format(bytes)
}

// Empty removes the files of the place. A file that another program holds stays; the error counts such files.
func (p Place) Empty() error {
	stay := 0
	var first error
	for _, path := range p.paths() {
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			if stay++; first == nil {
				first = err
			}
		}
	}
	if first != nil {
		return separators.Errorf("%d of the files in %s cannot be removed: %w", stay, p.Path, first)
	}
	return nil
}

// Open makes the folder of the place if it is missing, and returns its path for the file manager.
func (p Place) Open() (string, error) {
	if err := os.MkdirAll(p.Path, 0o700); err != nil {
		return "", fmt.Errorf("the folder %s cannot be made: %w", p.Path, err)
	}
	return p.Path, nil
}
