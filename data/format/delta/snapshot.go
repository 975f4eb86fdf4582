package delta

import (
	"context"
	"fmt"
	"io/fs"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Snapshot is a version of a table.
type Snapshot struct {
	Version, Newest int64
	Written         time.Time // when the version was written; zero: unknown
	Columns         []Column
	Files           []File // in the order of their paths

	table   fs.FS
	root    string
	columns columns
}

// File is a file of rows. Its path is in the folder of the table, with slashes.
type File struct {
	Path string
	Size int64 // in bytes, as the log says

	partitions map[string]*string
	deleted    *vector
}

// ParseVersion reads the number of a version. "" is the newest version, -1.
func ParseVersion(text string) (int64, error) {
	if text == "" {
		return -1, nil
	}
	v, err := strconv.ParseInt(text, 10, 64)
	if err != nil || v < 0 {
		return 0, fmt.Errorf("%q is no version of a table: versions are whole numbers such as 12", text)
	}
	return v, nil
}

// Open reads a version of the table in a folder, as ParseVersion returns it. root is the absolute path of the folder,
// with slashes. The error is the end of a sentence about the table.
func Open(ctx context.Context, table fs.FS, root string, version int64) (*Snapshot, error) {
	l, err := list(table)
	if err != nil {
		return nil, err
	}
	s := &Snapshot{Version: version, Newest: l.newest(), table: table, root: root}
	if version < 0 {
		s.Version = s.Newest
	}
	checkpoint, commits, err := l.segment(s.Version)
	if err != nil {
		return nil, err
	}
	made, err := replay(ctx, table, checkpoint, commits)
	if err != nil {
		return nil, err
	}
	if err := made.protocol.check(); err != nil {
		return nil, err
	}
	if p := made.metaData.Format.Provider; p != "" && p != "parquet" {
		return nil, fmt.Errorf("its files are of the format %s, and Cardinal reads those of Parquet", p)
	}
	mode := "none"
	if m := made.metaData.Configuration["delta.columnMapping.mode"]; m != "" && made.protocol.isMapped() {
		mode = m
	}
	if s.columns, err = parseSchema(made.metaData.SchemaString, mode); err != nil {
		return nil, err
	}
	s.Columns = s.columns.all
	if actions, err := readActions(table, l.commits[s.Version]); err == nil { // it may be removed after a checkpoint
		s.Written = written(actions)
	}
	for _, key := range slices.Sorted(maps.Keys(made.files)) {
		f := made.files[key]
		name, err := s.resolve(f.Path)
		if err != nil {
			return nil, err
		}
		s.Files = append(s.Files, File{name, f.Size, f.PartitionValues, f.DeletionVector})
	}
	return s, nil
}

// decodePath decodes the path of a file, which is the address of a file or a part of one.
func decodePath(address string) (string, error) {
	if scheme, rest, ok := strings.Cut(address, ":"); ok && scheme == "file" {
		address = "/" + strings.TrimLeft(rest, "/")
	}
	return url.PathUnescape(address)
}

// resolve returns the path in the folder of the table for a path of the log, which may be absolute.
func (s *Snapshot) resolve(address string) (string, error) {
	name, err := decodePath(address)
	if strings.HasPrefix(name, "/") {
		name = strings.TrimPrefix(name, "/"+strings.TrimLeft(s.root, "/")+"/")
	}
	if err != nil || !fs.ValidPath(name) {
		return "", fmt.Errorf("it has the file %s outside of its folder: write a copy of it with the program that "+
			"made it", address)
	}
	return name, nil
}

// HasID reports whether files need numbers of their fields.
func (s *Snapshot) HasID() bool { return s.columns.byID }

// HasDeleted reports whether rows of the file were deleted.
func (f File) HasDeleted() bool { return f.deleted != nil }

// Partition returns the value that all rows of the file have in a column; nil for null. ok is false if the file has
// the values of the column.
func (f File) Partition(c Column) (value *string, ok bool) {
	if value, ok = f.partitions[c.partition]; value != nil && *value == "" {
		value = nil
	}
	return value, ok && c.partition != ""
}

// Note says which version of a table was read.
func (s *Snapshot) Note() string {
	at := ""
	if !s.Written.IsZero() {
		at = ", written on " + s.Written.Format("2006-01-02 at 15:04:05 UTC") + ","
	}
	note := fmt.Sprintf("version %d of the Delta table%s was read", s.Version, at)
	if s.Version < s.Newest {
		note += fmt.Sprintf("; the newest is version %d", s.Newest)
	}
	return note
}
