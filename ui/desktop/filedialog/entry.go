package filedialog

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"cardinal/internal/lazyregexp"
)

// item is a file or a folder in the list.
type item struct {
	name    string
	folder  bool
	size    int64
	changed time.Time
}

// order is the column by which the list is sorted.
type order uint8

const (
	byName order = iota
	bySize
	byDate
)

// read lists a folder. It leaves out files that are removed meanwhile.
func read(folder string) ([]item, error) {
	found, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	items := make([]item, 0, len(found))
	for _, f := range found {
		info, err := os.Stat(filepath.Join(folder, f.Name())) // follows links
		if err != nil || !info.IsDir() && !info.Mode().IsRegular() {
			continue
		}
		items = append(items, item{f.Name(), info.IsDir(), info.Size(), info.ModTime()})
	}
	return items, nil
}

// filter says which items of a folder are listed.
type filter struct {
	extensions []string // with their dots; none: files of every extension
	folders    bool     // only folders
	hidden     bool     // also items whose names begin with a dot
	part       string   // a part of the name, whatever the case
}

// choose returns the items that pass the filter: first the sorted folders, then the sorted files.
func choose(items []item, f filter, by order, desc bool) []item {
	want := strings.ToLower(f.part)
	var out []item
	for _, it := range items {
		name := strings.ToLower(it.name)
		switch {
		case strings.HasPrefix(name, ".") && !f.hidden && !strings.HasPrefix(want, "."):
		case !strings.Contains(name, want):
		case it.folder:
			out = append(out, it)
		case f.folders || len(f.extensions) > 0 && !slices.ContainsFunc(f.extensions, func(e string) bool {
			return strings.HasSuffix(name, e)
		}):
		default:
			out = append(out, it)
		}
	}
	slices.SortStableFunc(out, func(a, b item) int {
		if a.folder != b.folder {
			if a.folder {
				return -1
			}
			return 1
		}
		c := 0
		switch by {
		case bySize:
			c = cmp.Compare(a.size, b.size)
		case byDate:
			c = a.changed.Compare(b.changed)
		}
		if c == 0 {
			c = cmp.Compare(strings.ToLower(a.name), strings.ToLower(b.name))
		}
		if desc {
			c = -c
		}
		return c
	})
	return out
}

// complete completes the typed part of a name. It returns the longest beginning that all listed names have which begin
// with part. The name of a folder ends in a separator.
func complete(items []item, part string) string {
	var common string
	n := 0
	for _, it := range items {
		if len(it.name) < len(part) || !strings.EqualFold(it.name[:len(part)], part) {
			continue
		}
		name := it.name
		if it.folder {
			name += string(filepath.Separator)
		}
		if n++; n == 1 {
			common = name
			continue
		}
		for !strings.HasPrefix(name, common) {
			r := []rune(common)
			common = string(r[:len(r)-1])
		}
	}
	if len(common) < len(part) {
		return part
	}
	return common
}

// split cuts a typed path into its folder and the beginning of a name. A relative path is relative to the folder
// `from`. If another path begins within the typed one, as in folder//data and folder/~/data, only that path counts.
func split(typed, from string) (folder, part string) {
	typed = lastPath(typed)
	if home, err := os.UserHomeDir(); err == nil &&
		(typed == "~" || strings.HasPrefix(typed, "~"+string(filepath.Separator))) {
		typed = home + typed[1:]
	}
	if !filepath.IsAbs(typed) {
		typed = strings.TrimSuffix(from, string(filepath.Separator)) + string(filepath.Separator) + typed
	}
	folder, part = filepath.Split(typed)
	return filepath.Clean(folder), part
}

// anew finds where another path begins within a typed one: at a separator, a home folder or a drive after a separator.
var anew = lazyregexp.New(`^.+[/\\]([/\\]|~[/\\]|[A-Za-z]:\\)`)

// lastPath returns the last path that begins within a typed one, or else the whole typed path.
func lastPath(typed string) string {
	if at := anew().FindStringSubmatchIndex(typed); at != nil {
		return typed[at[2]:]
	}
	return typed
}
