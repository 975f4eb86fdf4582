package delta

import (
	"context"
	"encoding/json"
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

// File is a file of rows. Its path is relative to the folder of the table, and has slashes.
type File struct {
	Path string
	Size int64 // in bytes, according to the log

	partitions map[string]*string
	deleted    *vector
	stats      string
}

// ParseVersion returns the number of a version. It returns -1, the newest version, for "".
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

// Open reads the log of a table up to a version, which is a result of ParseVersion. root is the absolute path of the
// table's folder, with slashes, or its address, which ends with a slash. The error is the second half of a sentence
// about the table, such as "its log cannot be read".
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
	s.Written = l.describe(table, s.Version).Written
	seen := map[string]bool{}
	for _, key := range slices.Sorted(maps.Keys(made.files)) {
		f := made.files[key]
		name, err := s.resolve(f.Path)
		switch {
		case err != nil:
			return nil, err
		case seen[name]: // with different deletion vectors
			return nil, fmt.Errorf("version %d has the file %s twice, as if two programs had written at the same "+
				"time: read an older version, or repair the table with the program that made it", s.Version, name)
		}
		seen[name] = true
		s.Files = append(s.Files, File{name, f.Size, f.PartitionValues, f.DeletionVector, f.Stats})
	}
	return s, nil
}

// decodePath decodes the path of a file, which the log writes as a URL or as a relative URL.
func decodePath(address string) (string, error) {
	if scheme, rest, ok := strings.Cut(address, ":"); ok && scheme == "file" {
		address = "/" + strings.TrimLeft(rest, "/")
	}
	return url.PathUnescape(address)
}

// resolve returns the path relative to the table's folder, for a path of the log, which may be absolute.
func (s *Snapshot) resolve(address string) (string, error) {
	name, err := decodePath(address)
	switch {
	case strings.HasSuffix(s.root, "/"):
		name = strings.TrimPrefix(name, s.root)
	case strings.HasPrefix(name, "/"):
		name = strings.TrimPrefix(name, "/"+strings.TrimLeft(s.root, "/")+"/")
	}
	if err != nil || !fs.ValidPath(name) {
		return "", fmt.Errorf("it has the file %s outside of its folder: write a copy of it with the program that "+
			"made it", address)
	}
	return name, nil
}

// HasID reports whether columns are mapped by the ids of the fields of files.
func (s *Snapshot) HasID() bool { return s.columns.byID }

// HasDeleted reports whether rows of the file were deleted.
func (f File) HasDeleted() bool { return f.deleted != nil }

// Partition returns the value that all rows of the file have in a column, or nil for null. ok is false if the table is
// not partitioned by the column. The file then has the column's values.
func (f File) Partition(c Column) (value *string, ok bool) {
	if value, ok = f.partitions[c.physical]; value != nil && *value == "" {
		value = nil
	}
	return value, ok && c.physical != ""
}

// Range returns the least and the greatest value of a column in the file, according to the statistics of the log. ok is
// false if the log does not have both.
func (f File) Range(c Column) (least, most string, ok bool) {
	var stats struct{ MinValues, MaxValues map[string]json.RawMessage }
	if json.Unmarshal([]byte(f.stats), &stats) != nil || c.physical == "" {
		return "", "", false
	}
	from, ok := stats.MinValues[c.physical]
	to, also := stats.MaxValues[c.physical]
	return strings.Trim(string(from), `"`), strings.Trim(string(to), `"`), ok && also
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
