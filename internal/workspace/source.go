package workspace

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"cardinal/data"
	"cardinal/data/load"
	"cardinal/internal/localfile"
)

// Source is the file of the table. It has no data of the file.
type Source struct {
	Sample bool `json:"sample,omitempty"` // the built-in sample, which is no file
	// relative to the folder of the workspace, with slashes; several files are in several lines
	Path        string       `json:"path,omitempty"`
	Absolute    string       `json:"absolute,omitempty"` // the absolute path, in case only the workspace was moved
	Sheet       string       `json:"sheet,omitempty"`    // of a file with sheets
	Reading     data.Reading `json:"reading,omitzero"`   // of delimited text
	Size        int64        `json:"size,omitempty"`     // in bytes
	Modified    time.Time    `json:"modified,omitzero"`
	Fingerprint string       `json:"fingerprint,omitempty"` // of parts of the content
}

// NewSource describes the file at path for a workspace in a folder, which may be "". A path may name several files,
// as in package load.
func NewSource(path, sheet, folder string) (Source, error) {
	full := load.Absolute(path)
	s := Source{Absolute: full, Sheet: sheet}
	if load.HasAddress(full) {
		return s, nil
	}
	if folder != "" {
		s.Path = eachLine(full, func(line string) string {
			relative, err := filepath.Rel(folder, line)
			if err != nil {
				return line
			}
			return filepath.ToSlash(relative)
		})
	}
	files, err := load.Files(full)
	if err != nil {
		return s, fmt.Errorf("cannot read %s: %w", load.Title(path), err)
	}
	for _, file := range files {
		info, err := os.Stat(file)
		if err != nil {
			return s, fmt.Errorf("cannot read %s: %w", load.Title(path), err)
		}
		s.add(info)
		if log, err := os.Stat(load.Log(file)); err == nil {
			s.add(log)
		}
	}
	s.Fingerprint, err = fingerprints(files)
	return s, err
}

// add adds a file to the size and the time of the source.
func (s *Source) add(info fs.FileInfo) {
	s.Size += info.Size()
	if at := info.ModTime().UTC().Truncate(time.Second); at.After(s.Modified) {
		s.Modified = at
	}
}

// eachLine changes every line of a path.
func eachLine(path string, change func(string) string) string {
	lines := strings.Split(path, "\n")
	for i, line := range lines {
		lines[i] = change(line)
	}
	return load.Join(lines...)
}

// HandedOver returns the source for a file that goes to other people: without full paths, which name folders of this
// machine.
func (s Source) HandedOver() Source {
	if s.Absolute != "" && !load.HasAddress(s.Absolute) {
		s.Path, s.Absolute = eachLine(cmp.Or(s.Path, s.Absolute), func(line string) string {
			if filepath.IsAbs(filepath.FromSlash(line)) {
				return filepath.Base(filepath.FromSlash(line))
			}
			return line
		}), ""
	}
	return s
}

// Find returns the path of the file, or of all files, for a workspace in a folder. It tries the path relative to the
// folder, the absolute path, and the folder itself. It returns false if no such file exists.
func (s Source) Find(folder string) (string, bool) {
	from := func(line string) string {
		if line = filepath.FromSlash(line); filepath.IsAbs(line) {
			return line
		}
		return filepath.Join(folder, line)
	}
	var places []string
	if s.Path != "" {
		places = append(places, eachLine(s.Path, from))
	}
	if s.Absolute != "" {
		places = append(places, s.Absolute)
	}
	whole := cmp.Or(s.Absolute, s.Path)
	places = append(places, eachLine(whole, func(line string) string {
		return filepath.Join(folder, filepath.Base(filepath.FromSlash(line)))
	}))
	for _, path := range places {
		if load.Exists(path) {
			return path, true
		}
	}
	return "", false
}

// Name returns the name of the file without its folder.
func (s Source) Name() string {
	switch {
	case s.Sample:
		return "the sample"
	case s.Absolute != "":
		return load.Title(s.Absolute)
	}
	return load.Title(filepath.FromSlash(s.Path))
}

// Changed says in a sentence how the file at path differs from the file that was read; "" if it does not.
func (s Source) Changed(path string) string {
	now, err := NewSource(path, "", "")
	if err != nil || s.Fingerprint == "" || s.Fingerprint == now.Fingerprint && s.Size == now.Size {
		return ""
	}
	return fmt.Sprintf("%s has changed since it was read last: its last change was on %s and is now on %s.", s.Name(),
		day(s.Modified), day(now.Modified))
}

func day(t time.Time) string { return t.Local().Format("2006-01-02 15:04") }

// fingerprints returns the fingerprint of one file, or the SHA-256 of the fingerprints of several. The fingerprint of a
// database includes the digest of its write-ahead log.
func fingerprints(files []string) (string, error) {
	var all []string
	for _, file := range files {
		one, err := localfile.Fingerprint(file)
		if err != nil {
			return "", err
		}
		all = append(all, one)
		if log := load.Log(file); log != "" {
			// the whole log, because new changes may overwrite old ones anywhere
			if one, err = localfile.Digest(log); err != nil {
				return "", err
			}
			all = append(all, one)
		}
	}
	if len(all) == 1 {
		return all[0], nil
	}
	h := sha256.New()
	for _, one := range all {
		fmt.Fprintln(h, one)
	}
	return hex.EncodeToString(h.Sum(nil)[:16]), nil
}
