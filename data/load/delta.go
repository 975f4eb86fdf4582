package load

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"cardinal/data"
	"cardinal/data/format/delta"
	"cardinal/data/parallel"
	"cardinal/data/shape/union"
	"cardinal/data/shape/unpivot"
	"cardinal/data/text/header"
	"cardinal/internal/each"
	"cardinal/internal/separators"
)

// lake is a version of a Delta table that is being read.
type lake struct {
	*delta.Snapshot
	files   *lakeFiles
	how     Options // options for each file
	columns []lakeColumn
	others  map[string]bool // names of columns that are not wanted
}

// openDelta reads the Delta table in a folder.
func openDelta(ctx context.Context, folder string, o Options) (t *data.Table, err error) {
	name := Title(folder)
	defer func() {
		switch {
		case err == nil:
		case ctx.Err() != nil:
			err = fmt.Errorf("opening %s was cancelled: %w", name, ctx.Err())
		case errors.Is(err, parallel.ErrPanic):
			err = plain{"cannot open " + name + ": the log of the Delta table is damaged; copy the whole folder again",
				err}
		default:
			err = fmt.Errorf("cannot open %s: %w", name, err)
		}
	}()
	kind := kindOf(parquetFile)
	kind.name = "a Delta table"
	version, err := delta.ParseVersion(o.Reading.Version)
	how := o
	how.Reading.Version = ""
	if err = errors.Join(err, kind.allows(how)); err != nil {
		return nil, err
	}
	var rows unpivot.Spec
	if o.Reading.Unpivot != "" {
		if rows, err = unpivot.Parse(o.Reading.Unpivot); err != nil {
			return nil, fmt.Errorf("unpivot %q: %w", o.Reading.Unpivot, err)
		}
		o.Columns, o.Within = nil, nil
	}
	files, err := filesOfLake(ctx, folder, o.Kept)
	if err != nil {
		return nil, err
	}
	defer func() {
		if failed := files.close(); failed != nil { // it caused the error of the reader, if there is one
			t, err = nil, failed
		}
	}()
	l := &lake{files: files, how: Options{Reading: data.Reading{Unnest: o.Reading.Unnest}, Within: o.Within,
		Compared: o.Compared, WillRead: o.WillRead, most: o.most}}
	err = parallel.Guard(func() (err error) {
		l.Snapshot, err = delta.Open(ctx, files.FS, files.root, version)
		return err
	})
	if err != nil {
		return nil, err
	}
	leftOut, err := l.choose(o.Columns)
	if err != nil {
		return nil, err
	}
	p := &progress{tell: o.Progress}
	if t, err = l.table(ctx, name, p); err != nil {
		return nil, err
	}
	t.LeftOut = leftOut
	if o.Reading.Unpivot != "" {
		if t, err = toRows(ctx, t, rows, o); err != nil {
			return nil, err
		}
	}
	t.Name, t.Path, t.Changed, t.Format, t.Reading = name, Absolute(folder), l.Written, "delta", o.Reading
	t.Notes = append([]string{l.Note()}, t.Notes...)
	p.report(1)
	return t, nil
}

// Versions returns the versions of the Delta table in a folder that the table's log still describes, the newest first.
func Versions(ctx context.Context, folder string) ([]delta.Version, error) {
	files, err := filesOfLake(ctx, folder, nil)
	if err != nil {
		return nil, fmt.Errorf("cannot open %s: %w", Title(folder), err)
	}
	all, err := delta.Versions(ctx, files.FS)
	if failed := files.close(); failed != nil {
		err = failed
	}
	if err != nil && ctx.Err() == nil {
		err = fmt.Errorf("cannot open %s: %w", Title(folder), err)
	}
	return all, err
}

// choose sets the columns to read, and returns the names of the other columns.
func (l *lake) choose(wanted []string) (leftOut []string, err error) {
	names := each.Of(l.Columns, func(c delta.Column) string { return c.Name })
	repaired, _ := header.Repair(names)
	if l.how.Reading.Unnest != "" { // only the files have the names of the list's columns
		wanted = nil
	}
	some := header.Wanted(repaired, wanted)
	l.others = map[string]bool{}
	for i, c := range l.Columns {
		if alone, _ := header.Repair(names[i : i+1]); alone[0] != repaired[i] {
			return nil, fmt.Errorf("it has two columns %q", alone[0])
		}
		column, err := columnOfDelta(c, repaired[i])
		switch {
		case err != nil:
			return nil, err
		case some == nil || some[repaired[i]]:
			l.columns = append(l.columns, column)
		default:
			l.others[c.Name] = true
		}
	}
	if len(l.columns) == 0 && l.how.Reading.Unnest == "" {
		return nil, errors.New("it has no column with one value in each row")
	}
	return header.LeftOut(repaired, some), nil
}

// table reads all files.
func (l *lake) table(ctx context.Context, name string, p *progress) (*data.Table, error) {
	files, note, err := l.matchingFiles()
	if err != nil {
		return nil, err
	}
	if l.how.most > 0 {
		files = files[:min(1, len(files))]
	}
	if err := l.count(ctx, files); err != nil {
		return nil, err
	}
	sizes := each.Of(files, func(f delta.File) int64 { return f.Size })
	size := each.Sum(sizes, func(n int64) int64 { return n })
	done := progressOfFiles{p: p, sizes: sizes, size: size, shares: make([]float64, len(sizes))}
	parts := make([]union.Part, len(files))
	read := func(ctx context.Context, i int) (err error) {
		parts[i].Name = path.Base(files[i].Path)
		parts[i].Table, err = l.read(ctx, files[i], done.of(i))
		return err
	}
	if len(files) > 0 && size/int64(len(files)) >= smallFile {
		err = parallel.On(ctx, 1, len(files), read)
	} else {
		err = parallel.Do(ctx, len(files), read)
	}
	if err != nil {
		return nil, err
	}
	t := data.NewTable(name, nil)
	if len(parts) > 0 {
		first := parts[0].Table
		lists, list := first.Lists, first.Unnest
		t, err = union.Tables(ctx, name, "file", parts, memoryLimit(), func(done float64) {
			p.report(shareOfReading + (1-shareOfReading)*done)
		})
		if err != nil {
			return nil, err
		}
		t.Lists, t.Unnest = lists, list
	}
	columns := slices.Clone(t.Columns)
	for i, c := range l.columns {
		switch {
		case len(parts) == 0:
			columns = append(columns, c.constant(value{null: true}, 0))
		case columns[i].Nulls == columns[i].Rows:
			columns[i] = c.constant(value{null: true}, t.Rows)
		case columns[i].Type == data.Text && c.typ != data.Text:
			return nil, fmt.Errorf("the values of column %s do not fit one column of the type %s", c.name, c.typ)
		}
	}
	out := data.NewTable(name, columns)
	out.Rows, out.Lists, out.Unnest, out.Size, out.Notes = t.Rows, t.Lists, t.Unnest, size, t.Notes
	if note != "" {
		out.Notes = append(out.Notes, note)
	}
	return out, nil
}

// count calls WillRead with the bytes that will be read of files in a store. It reads the footers of the files.
func (l *lake) count(ctx context.Context, files []delta.File) error {
	folder, is := l.files.FS.(*farFolder)
	if !is || l.how.WillRead == nil || l.how.most > 0 {
		return nil
	}
	folder.counting = true
	err := parallel.On(ctx, footersAtOnce, len(files), func(ctx context.Context, i int) error {
		if _, err := l.read(ctx, files[i], nil); !errors.Is(err, errCounted) {
			return err
		}
		return nil
	})
	folder.counting = false
	l.how.WillRead(folder.bytes, each.Sum(l.Files, func(f delta.File) int64 { return f.Size }))
	return err
}

// matchingFiles returns the files that may have wanted rows according to the log.
func (l *lake) matchingFiles() (files []delta.File, note string, err error) {
	ranges := l.wantedRanges()
	zoneless := false
	for _, f := range l.Files {
		for _, c := range l.columns {
			text, ok := f.Partition(c.Column)
			if !ok {
				continue
			}
			v, err := c.parse(text)
			if err != nil {
				return nil, "", fmt.Errorf("%s has the value %q of the column %s, which is no %s", path.Base(f.Path),
					*text, c.name, c.Type)
			}
			zoneless = zoneless || v.zoneless
		}
		if !slices.ContainsFunc(ranges, func(r wantedRange) bool { return r.excludes(f) }) {
			files = append(files, f)
		}
	}
	var notes []string
	if n := len(l.Files) - len(files); n > 0 {
		notes = append(notes, separators.Sprintf("%d of %d files were not read: the log says that none of their rows "+
			"passes the filter", n, len(l.Files)))
	}
	if zoneless {
		notes = append(notes, "the log has times of partitions without a time zone, which were read as UTC")
	}
	return files, strings.Join(notes, "; "), nil
}

// wantedRanges returns the ranges of the columns that limit the wanted rows. It returns nil if the values in one file
// can change how a column is read, because all files are read then.
func (l *lake) wantedRanges() (ranges []wantedRange) {
	for _, c := range l.columns {
		r := wantedRange{lakeColumn: c}
		is := false
		switch {
		case l.how.Within == nil:
			return nil
		case c.Type == "double" && l.how.Compared != nil:
			if r.least, r.most, is = l.how.Compared(c.name); !is {
				return nil
			}
			is = !math.IsInf(r.most, 1)
		case !c.fixed:
			return nil
		case c.isInteger():
			r.from, r.to, is = l.how.Within(c.constant(value{}, 0))
		}
		if is {
			ranges = append(ranges, r)
		}
	}
	return ranges
}

// read reads a file into a table of the wanted columns. The columns have the order of the schema.
func (l *lake) read(ctx context.Context, f delta.File, progress func(float64)) (*data.Table, error) {
	name := path.Base(f.Path)
	info, err := fs.Stat(l.files.FS, f.Path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("%s is missing, but version %d needs it: VACUUM removes files of old versions; read a "+
			"newer version, or copy the whole folder again", f.Path, l.Version)
	case err == nil && !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is not a regular file, so it cannot be read as a table", name)
	}
	file, failed := l.files.Open(f.Path)
	if err = errors.Join(err, failed); err != nil {
		return nil, unreachableError(name, err)
	}
	defer file.Close()
	in, ok := file.(io.ReaderAt)
	if info, err = file.Stat(); err != nil || !ok {
		return nil, errors.Join(err, errors.ErrUnsupported)
	}
	how, numbered := l.how, false
	how.Progress = progress
	how.named = func(around, name string, id int32) (string, bool) {
		numbered = numbered || id >= 0
		named, ok := l.Named(around, name, id)
		full := named
		if around != "" {
			full = around + "." + named
		}
		return named, ok && !l.others[full]
	}
	if f.HasDeleted() {
		how.deleted = func(rows int) (data.Bitmap, error) { return l.Deleted(f, rows) }
	}
	t, err := read(ctx, name, in, info.Size(), how)
	switch {
	case err != nil:
		return nil, plain{strings.TrimPrefix(err.Error(), "cannot open "), err}
	case t.Format != kindOf(parquetFile).table:
		return nil, fmt.Errorf("%s is not a Parquet file, as files of Delta tables must be", name)
	case l.HasID() && !numbered:
		return nil, fmt.Errorf("%s has no numbers for its columns, but the log refers to columns by numbers", name)
	}
	columns := make([]*data.Column, len(l.columns))
	for i, c := range l.columns {
		text, ok := f.Partition(c.Column)
		switch {
		case ok:
			v, _ := c.parse(text)
			columns[i] = c.constant(v, t.Rows)
		case !t.Has(c.name):
			columns[i] = c.constant(value{null: true}, t.Rows)
		default:
			of, _ := t.Column(c.name)
			if columns[i], err = c.fit(of); err != nil {
				return nil, fmt.Errorf("%s has %s in the column %s, which is %s in the log", name, of.Type, c.name,
					c.Type)
			}
		}
	}
	for _, c := range t.Columns {
		if t.Unnest != "" && !slices.ContainsFunc(l.columns, func(of lakeColumn) bool { return of.name == c.Name }) {
			columns = append(columns, c)
		}
	}
	out := data.NewTable(name, columns)
	out.Rows, out.Lists, out.Unnest, out.Notes = t.Rows, t.Lists, t.Unnest, t.Notes
	return out, nil
}

// lakeOf returns Delta, Iceberg or Hudi if a folder is a table in this format, and "" for any other folder. The files
// of such tables may still have removed rows.
func lakeOf(folder string) string {
	for _, kind := range []string{"Delta", "Hudi"} {
		log := map[string]string{"Delta": delta.Folder, "Hudi": ".hoodie"}[kind]
		if info, err := os.Stat(filepath.Join(folder, log)); err == nil && info.IsDir() {
			return kind
		}
	}
	entries, _ := os.ReadDir(filepath.Join(folder, "metadata"))
	if slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return strings.HasSuffix(e.Name(), ".metadata.json") }) {
		return "Iceberg"
	}
	return ""
}

// lakeAround returns the folder and the format of the table that a file is part of, or "".
func lakeAround(file string) (folder, kind string) {
	for folder = filepath.Dir(Absolute(file)); ; folder = filepath.Dir(folder) {
		kind = lakeOf(folder)
		switch name := filepath.Base(folder); {
		case kind != "":
			return folder, kind
		case name != "data" && name != delta.Folder && !strings.Contains(name, "="):
			return "", ""
		}
	}
}

// refuseLake returns the error for the folder of a table in a format that Cardinal does not read. It also returns an
// error for a Delta table among other files.
func refuseLake(folder, kind string) error {
	name := filepath.Base(folder)
	if kind == "Delta" {
		return fmt.Errorf("%s is a Delta table, some of whose files or rows may be removed: open its folder alone",
			name)
	}
	return fmt.Errorf("%s is a table of %s, which Cardinal does not read, and some of its files or rows may be "+
		"removed: write a copy of it as Parquet with the program that made it", name, kind)
}
