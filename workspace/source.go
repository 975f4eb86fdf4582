package workspace

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"cardinal/data"
)

// Source says which file the table is read from. It has no data of the file.
type Source struct {
	Sample      bool         `json:"sample,omitempty"`   // the built-in sample, which is no file
	Path        string       `json:"path,omitempty"`     // from the folder of the workspace, with slashes
	Absolute    string       `json:"absolute,omitempty"` // the whole path, for a workspace that moved alone
	Sheet       string       `json:"sheet,omitempty"`    // of a file with sheets
	Reading     data.Reading `json:"reading,omitzero"`   // of delimited text
	Size        int64        `json:"size,omitempty"`     // in bytes
	Modified    time.Time    `json:"modified,omitzero"`
	Fingerprint string       `json:"fingerprint,omitempty"` // of parts of the content
}

// NewSource describes the file at path for a workspace in a folder, which may be "".
func NewSource(path, sheet, folder string) (Source, error) {
	full, err := filepath.Abs(path)
	if err != nil {
		return Source{}, fmt.Errorf("cannot tell where %s is: %w", path, err)
	}
	s := Source{Absolute: full, Sheet: sheet}
	if folder != "" {
		if relative, err := filepath.Rel(folder, full); err == nil {
			s.Path = filepath.ToSlash(relative)
		}
	}
	info, err := os.Stat(full)
	if err != nil {
		return s, fmt.Errorf("cannot read %s: %w", path, err)
	}
	s.Size, s.Modified = info.Size(), info.ModTime().UTC().Truncate(time.Second)
	s.Fingerprint, err = fingerprint(full)
	return s, err
}

// Find is the path of the file for a workspace in a folder: where the workspace says, from its folder first, or beside the workspace. There
// is none where false is returned.
func (s Source) Find(folder string) (string, bool) {
	var places []string
	if s.Path != "" {
		places = append(places, filepath.Join(folder, filepath.FromSlash(s.Path)))
	}
	if s.Absolute != "" {
		places = append(places, s.Absolute)
	}
	places = append(places, filepath.Join(folder, s.Name()))
	for _, path := range places {
		if info, err := os.Stat(path); err == nil && !info.IsDir() {
			return path, true
		}
	}
	return "", false
}

// Name is the name of the file without its folder.
func (s Source) Name() string {
	switch {
	case s.Sample:
		return "the sample"
	case s.Absolute != "":
		return filepath.Base(s.Absolute)
	}
	return filepath.Base(filepath.FromSlash(s.Path))
}

// Changed says in a sentence how the file at path differs from the one of the workspace, "" where it does not.
func (s Source) Changed(path string) string {
	now, err := NewSource(path, "", "")
	if err != nil || s.Fingerprint == "" || s.Fingerprint == now.Fingerprint && s.Size == now.Size {
		return ""
	}
	return fmt.Sprintf("%s has changed since the workspace was saved: its last change was on %s and is now on %s.", s.Name(), day(s.Modified), day(now.Modified))
}

func day(t time.Time) string { return t.Local().Format("2 January 2006, 15:04") }

// piece is how much of a file's begin, middle and end the fingerprint reads.
const piece = 1 << 20

// fingerprint is the SHA-256 of a file's size and of its begin, middle and end: of all of it up to 3 MB. A file of gigabytes takes
// milliseconds.
func fingerprint(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", fmt.Errorf("cannot read %s: %w", path, err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return "", err
	}
	h := sha256.New()
	fmt.Fprintln(h, info.Size())
	parts := [][2]int64{{0, piece}, {info.Size()/2 - piece/2, piece}, {info.Size() - piece, piece}}
	if info.Size() <= 3*piece {
		parts = [][2]int64{{0, info.Size()}}
	}
	for _, p := range parts {
		if _, err := io.Copy(h, io.NewSectionReader(f, p[0], p[1])); err != nil {
			return "", fmt.Errorf("cannot read %s: %w", path, err)
		}
	}
	return hex.EncodeToString(h.Sum(nil)[:16]), nil
}
