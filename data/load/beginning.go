package load

import (
	"bytes"
	"context"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"

	"cardinal/data"
	"cardinal/data/format/duckdb"
	"cardinal/data/format/parquet"
	"cardinal/data/format/sqlite"
	"cardinal/data/format/workbook/zipxml"
	"cardinal/data/parallel"
)

const (
	// leastBegun is the size in bytes of the smallest file of which a beginning is read. A smaller file is read just as
	// fast as its beginning.
	leastBegun = 8 << 20
	// firstPart is the size in bytes of the first beginning of a text.
	firstPart = previewSize
	// secondShare is the share of a text that its second beginning has. Reading it takes about this share of the time
	// for the file.
	secondShare = 1.0 / 40
	// mostPart is the greatest size in bytes of the second beginning. If the second beginning would be smaller than
	// leastPart, it is not read, because it would show little more than the first.
	leastPart, mostPart = 512 << 10, 32 << 20
	// partRows is the number of rows in the beginning of a Parquet file or of a database table.
	partRows = 1 << 16
)

// Beginnings yields tables of the beginning of the file at path, each larger than the last, as long as the caller
// continues the loop. Table.Part says how much of the file a table has. Only the rows of the beginning decide the
// types. Beginnings yields nothing for a small file, or for a kind of file that cannot be read in part. It ignores
// errors, which Open will return.
func Beginnings(ctx context.Context, path string, o Options) iter.Seq[*data.Table] {
	return func(yield func(*data.Table) bool) {
		var info fs.FileInfo
		var f *os.File
		var err error
		answers := parallel.Answered(ctx, func() {
			if info, err = os.Stat(path); err == nil && info.Mode().IsRegular() {
				f, err = os.Open(path)
			}
		})
		if !answers || err != nil || f == nil {
			return
		}
		defer f.Close()
		if info.Size() < leastBegun || o.Sheet != "" || o.Reading.Unpivot != "" {
			return
		}
		whole, err := filepath.Abs(path)
		if err != nil {
			whole = path
		}
		sizes := []int64{firstPart}
		if n := int64(secondShare * float64(info.Size())); n >= leastPart {
			sizes = append(sizes, min(n, mostPart))
		}
		plain := o
		plain.Reading.Zones = nil
		for _, size := range sizes {
			var t *data.Table
			if !parallel.Answered(ctx, func() { t = beginning(ctx, path, f, info, size, plain) }) || t == nil {
				return
			}
			if t, err = t.InZones(ctx, o.Reading.Zones, true); err != nil {
				return
			}
			t.Name, t.Path, t.Size, t.Changed, t.Reading, t.Notes = info.Name(), whole, info.Size(), info.ModTime(),
				o.Reading, nil
			t.SetRoles(o.Reading.Roles)
			if !yield(t) || t.Format == "parquet" || t.Format == "duckdb" || t.Format == "sqlite" {
				return
			}
		}
	}
}

// beginning reads about `size` bytes at the beginning of a file into a table. It returns nil if this is not possible.
func beginning(ctx context.Context, path string, f *os.File, info fs.FileInfo, size int64, o Options) *data.Table {
	if is, err := parquet.Recognise(ctx, f, info.Size()); is || err != nil {
		if o.Reading.Unnest != "" { // the number of rows depends on the lengths of the lists
			return nil
		}
		t, err := parquet.Beginning(ctx, f, info.Size(), memoryLimit(), partRows)
		if err != nil || t.Part == nil {
			return nil
		}
		t.Format = "parquet"
		return t
	}
	if is, err := duckdb.Recognise(ctx, f, info.Size()); is || err != nil {
		return beginningOfDuckDB(ctx, path, f, info, o)
	}
	if is, err := sqlite.Recognise(ctx, f, info.Size()); is || err != nil {
		return beginningOfSQLite(ctx, path, f, info, Options{Reading: o.Reading, Unfit: o.Unfit})
	}
	head, share := beginningOf(f, info.Size(), size)
	if head = wholeRecords(head); head == nil || share >= 1 {
		return nil
	}
	t, err := Bytes(ctx, info.Name(), head, Options{Reading: o.Reading, Unfit: o.Unfit})
	if err != nil || t.Rows == 0 {
		return nil
	}
	t.Part = &data.Part{Share: share, Rows: int(float64(t.Rows) / share), About: true}
	return t
}

// beginningOf returns `size` bytes of text from the beginning of a file, which may be compressed. share is their share
// of the whole text.
func beginningOf(f io.ReaderAt, fileSize, size int64) (text []byte, share float64) {
	in := &countingReader{Reader: io.NewSectionReader(f, 0, fileSize)}
	read := func(r io.Reader) []byte {
		text, err := io.ReadAll(io.LimitReader(r, size))
		if err != nil || int64(len(text)) < size {
			return nil
		}
		return text
	}
	once := zipxml.NewFile(f, fileSize)
	if is, err := isZip(context.Background(), once, fileSize); is && err == nil {
		z, err := zipxml.Directory(once, fileSize)
		if err != nil || len(tables(z)) != 1 {
			return nil, 0
		}
		inside, err := tables(z)[0].Open()
		if err != nil {
			return nil, 0
		}
		defer inside.Close()
		return read(inside), float64(size) / float64(tables(z)[0].UncompressedSize64)
	}
	c, err := compressionOf(f, fileSize)
	if err != nil {
		return nil, 0
	}
	if c == nil {
		return read(in), float64(size) / float64(fileSize)
	}
	z, err := c.open(in)
	if err != nil {
		return nil, 0
	}
	defer z.Close()
	text = read(z)
	return text, float64(in.n.Load()) / float64(fileSize)
}

// wholeRecords cuts a text after its last complete record: at the last line end that is not in quotes.
func wholeRecords(text []byte) []byte {
	open := bytes.Count(text, []byte{'"'})%2 == 1
	for end := len(text); ; {
		at := bytes.LastIndexByte(text[:end], '\n')
		if at < 0 {
			return nil
		}
		if open = open != (bytes.Count(text[at:end], []byte{'"'})%2 == 1); !open {
			return text[:at+1]
		}
		end = at
	}
}
