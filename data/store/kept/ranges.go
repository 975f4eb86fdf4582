package kept

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"cardinal/internal/localfile"
)

const (
	rangesExtension = ".ranges"
	rangesEnd       = 8 // bytes: the length and the checksum of the description
)

// Ranges is ranges of bytes of a file at an address, all of one state of that file. A file of the folder has them, in
// three parts: the bytes, a description (JSON), and the length and the checksum of the description.
type Ranges struct {
	Address  string // without secrets
	Size     int64  // of the file at the address
	Tag      string // its ETag; "": none
	Modified string // its Last-Modified; "": none
	Ranges   []Range
	At       time.Time // when they were kept

	Stale bool `json:"-"` // Close removes the file

	file *os.File
}

// Range is a range of bytes.
type Range struct {
	At, Len int64  // in the file at the address
	Place   int64  // in the file of the folder
	Sum     uint32 // of the bytes, as Extend makes it
}

// Ranges returns what is kept of the file at an address, of any state. The caller closes them. It removes what is
// damaged, and what another user may have written. A server may be unable to send a part of a file that was kept
// as a single range; such a range is checked here, and all others must be checked before they are read (IsSound).
func (f *Folder) Ranges(address string) (all []*Ranges) {
	if f == nil || f.off.Load() {
		return nil
	}
	for _, path := range localfile.Glob(f.path, digest(address)+"-*"+rangesExtension) {
		r, err := openRanges(path)
		switch {
		case err != nil:
			_ = os.Remove(path)
			continue
		case r.Address != address, len(r.Ranges) == 1 && r.Ranges[0].Len == r.Size && !r.IsSound(r.Ranges[0]):
			r.Stale = true
			r.Close()
			continue
		}
		now := time.Now()
		_ = os.Chtimes(path, now, now) // the least recently used is removed first
		all = append(all, r)
	}
	return all
}

// openRanges opens a file of the folder, and reads its description.
func openRanges(path string) (*Ranges, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	r, err := describeRanges(file)
	if err != nil {
		_ = file.Close()
	}
	return r, err
}

// describeRanges reads the description at the end of a file.
func describeRanges(file *os.File) (*Ranges, error) {
	info, err := file.Stat()
	if err != nil || !info.Mode().IsRegular() || info.Size() < rangesEnd || !isOwn(info) {
		return nil, errors.Join(err, errDamaged)
	}
	end := make([]byte, rangesEnd)
	if _, err := file.ReadAt(end, info.Size()-rangesEnd); err != nil {
		return nil, err
	}
	n := int64(binary.LittleEndian.Uint32(end))
	bytes := info.Size() - rangesEnd - n
	if bytes < 0 || n > localfile.MaxBytes {
		return nil, errDamaged
	}
	text := make([]byte, n)
	if _, err := file.ReadAt(text, bytes); err != nil {
		return nil, err
	}
	r := &Ranges{file: file}
	if checksum(text) != binary.LittleEndian.Uint32(end[4:]) || json.Unmarshal(text, r) != nil {
		return nil, errDamaged
	}
	for _, g := range r.Ranges {
		if g.At < 0 || g.Len <= 0 || g.At > r.Size-g.Len || g.Place < 0 || g.Place > bytes-g.Len {
			return nil, errDamaged
		}
	}
	return r, nil
}

// IsSound reports whether the bytes of a range are those that were kept.
func (r *Ranges) IsSound(g Range) bool {
	h := crc32.New(castagnoli)
	n, err := io.Copy(h, io.NewSectionReader(r.file, g.Place, g.Len))
	return err == nil && n == g.Len && h.Sum32() == g.Sum
}

// ReadAt implements io.ReaderAt with the places of the ranges.
func (r *Ranges) ReadAt(b []byte, place int64) (int, error) { return r.file.ReadAt(b, place) }

// Close closes the file of the folder.
func (r *Ranges) Close() {
	_ = r.file.Close()
	if r.Stale {
		_ = os.Remove(r.file.Name())
	}
}

// KeepRanges moves a file with the bytes of ranges into the folder, and closes it. It removes what was used longest
// ago to make room. Nothing is waited for: bytes that do not reach the disk fail their checksums. If it fails, the
// file stays where it is.
func (f *Folder) KeepRanges(r Ranges, file *os.File) error {
	name := digest(r.Address) + "-" + digest(r) + rangesExtension
	r.At = time.Now()
	text, err := json.Marshal(r)
	info, failed := file.Stat()
	if err = errors.Join(err, failed, os.MkdirAll(f.path, 0o700)); err != nil {
		return fmt.Errorf("cannot keep what was read: %w", err)
	}
	end := binary.LittleEndian.AppendUint32(slices.Clone(text), uint32(len(text)))
	end = binary.LittleEndian.AppendUint32(end, checksum(text))
	if f.off.Load() || len(text) > localfile.MaxBytes || !f.makeRoom(info.Size()+int64(len(end)), name) {
		return errors.New("cannot keep what was read: there is no room, or keeping is off")
	}
	if _, err = file.WriteAt(end, info.Size()); err == nil {
		err = file.Close()
	}
	if err == nil {
		err = os.Rename(file.Name(), filepath.Join(f.path, name))
	}
	if err != nil {
		return fmt.Errorf("cannot keep what was read: %w", localfile.Cause(err))
	}
	return nil
}
