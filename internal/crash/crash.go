package crash

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"cardinal/internal/localfile"
)

const (
	running  = ".running" // the report of a program that has not ended, or was killed
	complete = ".txt"     // a report that was found
)

// begin is the line between the head of a report and the text of the runtime.
const begin = "\nThe crash:\n"

// maxReports is how many reports are kept, the newest ones.
const maxReports = 10

// Folder returns the folder of this user's reports, or "" if the system has no such folder.
func Folder() string {
	path, _ := localfile.CachePath("crashes")
	return path
}

// Watch makes the runtime write into a report in folder if the program crashes. head says which program runs. The
// program calls stop when it ends without a crash; further calls do nothing.
func Watch(folder, head string) (stop func(), err error) {
	path, release, err := localfile.Claim(folder, running)
	if err != nil {
		return func() {}, fmt.Errorf("crashes are not reported: %w", err)
	}
	remove := func() {
		_ = debug.SetCrashOutput(nil, debug.CrashOptions{})
		_ = os.Remove(path)
		release()
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
	if err == nil {
		defer f.Close() // the runtime keeps a copy
		_, err = fmt.Fprintf(f, "%s\nStarted %s\n%s", head, time.Now().Format(time.RFC3339), begin)
	}
	if err == nil {
		debug.SetTraceback("all")
		err = debug.SetCrashOutput(f, debug.CrashOptions{})
	}
	if err != nil {
		remove()
		return func() {}, fmt.Errorf("crashes are not reported: %w", err)
	}
	return remove, nil
}

// Report is the file that a crash left.
type Report struct {
	Path string
	At   time.Time
}

// Left returns the reports of programs that have crashed since the last call, the newest first. It returns each
// report once; the files stay.
func Left(folder string) []Report {
	paths := localfile.Glob(folder, "*"+running)
	var found []Report
	for _, path := range paths {
		release, taken := localfile.TakeOver(path)
		if !taken {
			continue
		}
		if r, crashed := settle(path); crashed {
			found = append(found, r)
		}
		release()
	}
	slices.SortFunc(found, func(a, b Report) int { return b.At.Compare(a.At) })
	all := All(folder)
	for _, old := range all[min(maxReports, len(all)):] {
		_ = os.Remove(old.Path)
	}
	return found
}

// Waits reports whether Left would find the crash of a goroutine that was in a function whose package name begins with
// `packages`.
func Waits(folder, packages string) bool {
	paths := localfile.Glob(folder, "*"+running)
	for _, path := range paths {
		text, err := localfile.Read(path)
		_, said, _ := bytes.Cut(text, []byte(begin))
		if parts := bytes.SplitN(said, []byte("\n\n"), 3); err == nil && len(parts) > 1 &&
			bytes.Contains(parts[1], []byte("\n"+packages)) {
			return true
		}
	}
	return false
}

// settle gives the report of an ended program its final name, or removes the report if the runtime wrote nothing.
func settle(path string) (Report, bool) {
	info, err := os.Stat(path)
	if err != nil {
		return Report{}, false
	}
	text, err := localfile.Read(path)
	if _, said, _ := bytes.Cut(text, []byte(begin)); err != nil || len(bytes.TrimSpace(said)) == 0 {
		_ = os.Remove(path)
		return Report{}, false
	}
	name := info.ModTime().Format("2006-01-02 15.04.05 ") + strings.TrimSuffix(filepath.Base(path), running) + complete
	to := filepath.Join(filepath.Dir(path), name)
	if os.Rename(path, to) != nil {
		return Report{}, false
	}
	return Report{to, info.ModTime()}, true
}

// All returns the reports in folder that Left has found, the newest first.
func All(folder string) []Report {
	paths := localfile.Glob(folder, "*"+complete)
	var all []Report
	for _, path := range paths {
		if info, err := os.Stat(path); err == nil {
			all = append(all, Report{path, info.ModTime()})
		}
	}
	slices.SortFunc(all, func(a, b Report) int { return cmp.Or(b.At.Compare(a.At), strings.Compare(a.Path, b.Path)) })
	return all
}

// shown is how many bytes of a report are shown. They are enough, because the goroutine that crashed comes first.
const shown = 200_000

// Text returns the report, without the end of a very long one.
func (r Report) Text() (string, error) {
	text, err := localfile.Read(r.Path)
	if err != nil {
		return "", fmt.Errorf("cannot read the report: %w", err)
	}
	if len(text) > shown {
		return string(text[:shown]) + "\n… (the file has more)", nil
	}
	return string(text), nil
}
