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

// order is the column that the list is sorted by.
type order uint8

const (
	byName order = iota
	bySize
	byDate
)

// read lists a folder. It leaves out files that disappear meanwhile.
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

// filter selects the items of a folder that are listed.
type filter struct {
	extensions []string // with their dots; none: every file
	folders    bool     // only folders
	hidden     bool     // also names that begin with a dot
	part       string   // of the name, in any case
}

// choose returns the items that pass the filter: folders first, both parts sorted.
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

// complete returns the longest common beginning of the listed names that begin with part. A folder's name ends in a
// separator.
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

// split cuts a typed path into its folder and the beginning of a name. A relative path starts in the folder `from`. A
// path may restart after another one: folder//data and folder/~/data.
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

// anew finds where a typed path restarts: a separator, a home folder or a drive after a separator.
var anew = lazyregexp.New(`^.+[/\\]([/\\]|~[/\\]|[A-Za-z]:\\)`)

// lastPath returns the typed path from its last restart on, or the whole path.
func lastPath(typed string) string {
	if at := anew().FindStringSubmatchIndex(typed); at != nil {
		return typed[at[2]:]
	}
	return typed
}
