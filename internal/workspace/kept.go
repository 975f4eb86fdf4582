package workspace

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"cardinal/internal/localfile"
)

// Folder returns the folder of this user's copies, or "" if the system has no such folder.
func Folder() string {
	path, _ := localfile.CachePath("kept")
	return path
}

// Draft is a copy of what a window shows, in case the window ends without closing.
type Draft struct {
	Workspace string `json:"workspace,omitempty"` // the path of the open workspace; "": none
	File      File   `json:"file"`

	lock    string
	release func()
}

const (
	lockExtension  = ".lock"
	draftExtension = ".json"
)

func (d *Draft) path() string { return strings.TrimSuffix(d.lock, lockExtension) + draftExtension }

func draftFolder(folder string) string { return filepath.Join(folder, "drafts") }

// NewDraft returns the draft of a window. It writes nothing yet.
func NewDraft(folder string) (*Draft, error) {
	lock, release, err := localfile.Claim(draftFolder(folder), lockExtension)
	if err != nil {
		return nil, err
	}
	return &Draft{lock: lock, release: release}, nil
}

// Save writes the draft. The old draft stays until the new one is complete.
func (d *Draft) Save(workspace string, f File) error {
	return localfile.Write(d.path(), func(w io.Writer) error {
		name, err := json.Marshal(workspace)
		if err == nil {
			_, err = fmt.Fprintf(w, `{"workspace": %s, "file": `, name)
		}
		if err == nil {
			err = f.write(w)
		}
		if err == nil {
			_, err = io.WriteString(w, "}\n")
		}
		return err
	})
}

// Discard removes the draft: its content was kept elsewhere, or nobody wants it.
func (d *Draft) Discard() {
	_ = os.Remove(d.path())
	_ = os.Remove(d.lock)
	d.release()
}

// Leave lets the next window find the draft.
func (d *Draft) Leave() { d.release() }

// maxDrafts is the greatest number of drafts of dead windows that are returned at once.
const maxDrafts = 3

// LeftDrafts returns the drafts of windows that ended without closing, the newest first. The drafts are locked: no
// other window finds them before Leave. newer counts the drafts of newer versions of this program, which stay for those
// versions.
func LeftDrafts(folder string) (found []*Draft, newer int) {
	locks := localfile.Glob(draftFolder(folder), "*"+lockExtension)
	slices.SortFunc(locks, func(a, b string) int { return cmp.Compare(age(a), age(b)) })
	for _, lock := range locks {
		release, taken := localfile.TakeOver(lock)
		if !taken {
			continue
		}
		d := &Draft{lock: lock, release: release}
		if isNewer(d.path()) {
			newer++
			d.Leave()
			continue
		}
		read := localfile.Load(d.path(), d) && d.File.check() == nil && d.File.Version == Version
		if !read || len(found) >= maxDrafts {
			d.Discard()
			continue
		}
		found = append(found, d)
	}
	return found, newer
}

// isNewer reports whether a newer version of this program wrote a draft. isNewer reads only the version number, because
// the rest may have another form.
func isNewer(path string) bool {
	var head struct {
		File struct {
			Version float64 `json:"cardinal"`
		} `json:"file"`
	}
	return localfile.Load(path, &head) && head.File.Version > Version
}

// IsLastNewer reports whether a newer version of this program wrote the last tabs of a source. Such tabs stay for that
// version.
func IsLastNewer(folder string, s Source) bool {
	var head struct {
		Version float64 `json:"cardinal"`
	}
	return localfile.Load(lastPath(folder, s), &head) && head.Version > Version
}

// age returns how long ago the draft of a lock file was written.
func age(lock string) time.Duration {
	info, err := os.Stat(strings.TrimSuffix(lock, lockExtension) + draftExtension)
	if err != nil {
		return time.Duration(1<<63 - 1)
	}
	return time.Since(info.ModTime())
}

// lastPath returns the path of the last tabs of a source.
func lastPath(folder string, s Source) string {
	what := s.Absolute + "\x00" + s.Sheet
	if s.Sample {
		what = "sample"
	}
	sum := sha256.Sum256([]byte(what))
	return filepath.Join(folder, "last", hex.EncodeToString(sum[:12])+".json")
}

// maxLast is the number of sources whose last tabs are kept.
const maxLast = 200

// KeepLast keeps the tabs of a source for its next opening. If all tabs are empty, the tabs kept before stay. Tabs of
// a newer version of this program stay, too.
func KeepLast(folder string, f File) error {
	path := lastPath(folder, f.Source)
	if IsLastNewer(folder, f.Source) {
		return nil
	}
	shown := f.Shown()
	var tabs []Tab
	for i, t := range f.Tabs {
		if i <= shown {
			f.Active = len(tabs) + 1 // the shown tab, or the next one if it is empty
		}
		if !t.Empty() {
			tabs = append(tabs, t)
		}
	}
	f.Tabs = tabs
	if len(f.Tabs) == 0 && f.Source.Reading.IsZero() {
		return nil
	}
	if len(f.Tabs) == 0 { // how the file is read is kept even without tabs
		f.Tabs, f.Active = []Tab{{Name: "Pivot 1"}}, 1
		if old, ok := lastKept(folder, f.Source); ok {
			f.Tabs, f.Active = old.Tabs, old.Active
		}
	}
	f.Version, f.Active = Version, min(f.Active, len(f.Tabs))
	if err := localfile.Write(path, f.write); err != nil {
		return err
	}
	all := localfile.Glob(filepath.Dir(path), "*.json")
	if len(all) > maxLast {
		written := func(path string) int64 {
			info, err := os.Stat(path)
			if err != nil {
				return 0
			}
			return info.ModTime().UnixNano()
		}
		slices.SortFunc(all, func(a, b string) int { return cmp.Compare(written(a), written(b)) })
		for _, old := range all[:len(all)-maxLast] {
			_ = os.Remove(old)
		}
	}
	return nil
}

// LastOf returns the last tabs of that sheet of a workbook that was shown last. s is any sheet of the workbook. ok is
// false if no tabs are kept.
func LastOf(folder string, s Source, sheets []string) (f File, ok bool) {
	latest := time.Time{}
	for _, s.Sheet = range append([]string{s.Sheet}, sheets...) {
		info, err := os.Stat(lastPath(folder, s))
		if err != nil || !info.ModTime().After(latest) {
			continue
		}
		if last, is := lastKept(folder, s); is {
			f, ok, latest = last, true, info.ModTime()
		}
	}
	return f, ok
}

// lastKept returns the last tabs of a source. ok is false if none are kept, or if they are damaged.
func lastKept(folder string, s Source) (f File, ok bool) {
	ok = localfile.Load(lastPath(folder, s), &f) && f.Version == Version && f.check() == nil
	return f, ok
}
