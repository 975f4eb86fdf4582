package load

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"cardinal/data"
	"cardinal/data/format/workbook/sheet"
	"cardinal/data/parallel"
	"cardinal/data/shape/union"
	"cardinal/data/web"
	"cardinal/internal/each"
	"cardinal/internal/separators"
)

// AllSheets is the value of Options.Sheet that means all sheets of a workbook, all tables of a page or a text, or all
// files of an archive. They are read as one table.
const AllSheets = "*"

// FileColumn is the name of the column with the file names that is added if several files are read as one table.
const FileColumn = "File"

const (
	smallFile = 4 << 20 // bytes; if the files are smaller on average, several are read in parallel

	shareOfReading = 0.9 // share of the progress for reading the files
)

// partition splits the name of a folder such as year=2024 into a column and its value. All files in the folder have
// this value.
func partition(name string) (column, value string, is bool) {
	column, value, is = strings.Cut(name, "=")
	for _, part := range []*string{&column, &value} {
		if text, err := url.PathUnescape(*part); err == nil {
			*part = text
		}
	}
	return column, value, is && column != ""
}

// noValue is the value that Hive writes for null in the name of a folder.
const noValue = "__HIVE_DEFAULT_PARTITION__"

// openSeveral reads files as one table, with a column of the file names.
func openSeveral(ctx context.Context, path string, o Options) (*data.Table, error) {
	if IsDelta(path) {
		return openDelta(ctx, path, o)
	}
	files, err := filesFound(ctx, path)
	if err != nil {
		return nil, err
	}
	if len(files) > 1 {
		if err := unlock(ctx, files, o.Passwords); err != nil {
			return nil, err
		}
	}
	p := &progress{tell: o.Progress}
	parts, left, size, err := readParts(ctx, files, len(files) > 1 || IsSeveral(path), o, p)
	switch {
	case ctx.Err() != nil:
		return nil, fmt.Errorf("opening %s was cancelled: %w", Title(path), ctx.Err())
	case err != nil:
		return nil, err
	}
	first := parts[0].Table
	format, changed, text, secret := first.Format, first.Changed, first.Text, false
	var leftOut []string
	for _, part := range parts {
		leftOut = each.Add(leftOut, part.Table.LeftOut...)
		secret = secret || part.Table.Encrypted
		if part.Table.Format != format {
			format = "files of several formats"
		}
		if part.Table.Changed.After(changed) {
			changed = part.Table.Changed
		}
	}
	t, err := union.Tables(ctx, Title(path), "file", parts, memoryLimit(), func(done float64) {
		p.report(shareOfReading + (1-shareOfReading)*done)
	})
	switch {
	case ctx.Err() != nil:
		return nil, fmt.Errorf("opening %s was cancelled: %w", Title(path), ctx.Err())
	case err != nil:
		return nil, fmt.Errorf("cannot open %s as one table: %w", Title(path), err)
	}
	for i, f := range files {
		files[i] = web.Clean(f)
	}
	t.Path, t.Files, t.Size, t.Changed, t.Format, t.Text, t.Reading = Absolute(path), files, size, changed, format,
		text, o.Reading
	t.Notes = append(left, t.Notes...)
	t.LeftOut = leftOut
	t.Lists, t.Unnest, t.Encrypted = first.Lists, first.Unnest, secret
	if o.Sheet == AllSheets {
		t.Sheet = AllSheets
	}
	if len(files) == 1 {
		t.Sheets, t.Member = first.Sheets, first.Member
	}
	p.report(1)
	return t, nil
}

// readParts reads files as parts of one table. If named is set, it adds a column with the file names. left has the
// notes on sheets that were left out. size is the size of all files in bytes.
func readParts(ctx context.Context, files []string, named bool, o Options,
	p *progress) (all []union.Part, left []string, size int64, err error) {
	names := ShortNames(files)
	parts, left := make([][]union.Part, len(files)), make([]string, len(files))
	sizes := make([]int64, len(files))
	for i, f := range files {
		if info, err := os.Stat(f); err == nil {
			sizes[i] = info.Size()
		} else if web.Is(f) {
			sizes[i] = 1 // the size is unknown until the file is opened
		}
		size += sizes[i]
	}
	threads := 1
	if size/int64(len(files)) < smallFile {
		threads = runtime.GOMAXPROCS(0)
	}
	if o.Sheet == AllSheets || len(o.Columns) == 0 || o.Losses != nil || wantsMark(files, names, o.Columns) {
		o.Columns = nil
	}
	var mu sync.Mutex
	done := progressOfFiles{p: p, sizes: sizes, size: size, shares: make([]float64, len(sizes))}
	read := func(ctx context.Context, i int) (err error) {
		one := o
		one.Progress = done.of(i)
		if o.Losses != nil {
			one.Losses = func(l data.Loss) {
				mu.Lock()
				defer mu.Unlock()
				l.Column = strings.TrimSuffix(names[i]+": "+l.Column, ": ")
				o.Losses(l)
			}
		}
		parts[i], left[i], err = openSheets(ctx, files[i], names[i], named, one)
		return err
	}
	if will := o.WillRead; will != nil {
		var bytes, size int64
		o.WillRead = func(some, of int64) {
			mu.Lock()
			defer mu.Unlock()
			bytes, size = bytes+some, size+of
			will(bytes, size)
		}
	}
	err = parallel.On(ctx, threads, len(files), read)
	if err == nil && o.Columns != nil && !narrow(parts, each.Add(nil, o.Columns...)) {
		o.Columns = nil
		err = parallel.On(ctx, threads, len(files), read)
	}
	if err == nil {
		size = 0
		for _, sheets := range parts {
			size += sheets[0].Table.Size // with companion files
		}
	}
	return slices.Concat(parts...), slices.DeleteFunc(left, func(note string) bool { return note == "" }), size, err
}

// wantsMark reports whether a wanted column may be one that openSheets adds: the file names, or a value in the name of
// a folder.
func wantsMark(files, names, wanted []string) bool {
	return slices.ContainsFunc(wanted, func(w string) bool {
		if strings.EqualFold(w, FileColumn) {
			return true
		}
		for i := range files {
			for _, m := range partitions(names[i]) {
				if strings.EqualFold(w, m.Column) {
					return true
				}
			}
		}
		return false
	})
}

// narrow removes the columns that are not wanted from each part. (A file that lacks a wanted column was read with all
// columns.) narrow returns false if a file lacks all wanted columns, or if some wanted column is in no file. Then all
// columns are needed: to join the files, or for an error that lists the columns.
func narrow(parts [][]union.Part, wanted []string) bool {
	known := map[string]bool{}
	for _, sheets := range parts {
		for i, p := range sheets {
			names := data.Names(p.Table.Columns)
			own := each.Where(wanted, func(w string) bool {
				return slices.ContainsFunc(names, func(n string) bool { return strings.EqualFold(n, w) })
			})
			for _, w := range own {
				known[w] = true
			}
			if len(own) == 0 {
				return false
			}
			sheets[i].Table = p.Table.Only(own)
		}
	}
	return len(known) == len(wanted)
}

// openSheets reads a file as a part of a table. If all sheets are chosen, each sheet with cells is a part. If named is
// set, it adds a column with the file name. left is a note on the sheets that were left out.
func openSheets(ctx context.Context, path, name string, named bool,
	o Options) (parts []union.Part, left string, err error) {
	every := o.Sheet == AllSheets
	if every {
		o.Sheet, o.every = "", true
	}
	if every && web.Is(path) { // all sheets are read from the same version of the file
		if o.far, err = openWeb(ctx, path, o.Kept, func(float64) {}); err != nil {
			return nil, "", err
		}
		defer o.far.Close()
	}
	part := func(t *data.Table) union.Part {
		p := union.Part{Table: t, Name: name, Marks: partitions(name)}
		if named {
			p.Marks = append(p.Marks, union.Mark{Column: FileColumn, Text: name})
		}
		if every && t.Sheet != "" {
			word := t.SheetWord()
			if p.Name = word + " " + t.Sheet; named {
				p.Name = name + ", " + p.Name
			}
			column := strings.ToUpper(word[:1]) + word[1:]
			// If the file is an archive, both columns have the name FileColumn.
			if last := len(p.Marks) - 1; last >= 0 && p.Marks[last].Column == column {
				p.Marks[last].Text += "/" + t.Sheet
			} else {
				p.Marks = append(p.Marks, union.Mark{Column: column, Text: t.Sheet})
			}
		}
		return p
	}
	t, err := openFile(ctx, path, o)
	if err != nil {
		return nil, "", err
	}
	if !every || len(t.Sheets) < 2 {
		return []union.Part{part(t)}, "", nil
	}
	titles := slices.Clone(t.Sheets)
	for i := 0; i < len(titles); i++ {
		title := titles[i]
		if title == t.Sheet {
			parts = append(parts, part(t))
			continue
		}
		o.Sheet, o.Progress = title, nil
		other, err := openFile(ctx, path, o)
		if none := sheet.NoCells(""); errors.As(err, &none) || errors.Is(err, errDerived) {
			continue
		}
		if err != nil {
			return nil, "", separators.Errorf("%s %d, %s: %w", t.SheetWord(), i+1, title, err)
		}
		parts = append(parts, part(other))
		if title == other.Member { // the sheets of a file in an archive are known once it is open
			titles = slices.Insert(titles, i+1, slices.DeleteFunc(slices.Clone(other.Sheets), func(s string) bool {
				return s == other.Sheet || !strings.HasPrefix(s, title+"/")
			})...)
		}
	}
	base, as := slices.MaxFunc(parts, func(a, b union.Part) int {
		return cmp.Compare(a.Table.Rows, b.Table.Rows)
	}).Table, "longest"
	if t.Member != "" {
		base, as = t, "largest" // other files, e.g. text, may have more lines
	}
	if parts, left = sheetsLike(parts, base, as); named && left != "" {
		left = "in " + name + ": " + left
	}
	return parts, left, nil
}

// sheetsLike returns the sheets that have a column in common with base, and a note on the others. In the note, as is
// the word for base: "longest" or "largest". If no other sheet has a common column, sheetsLike returns all sheets;
// joining them will then return an error.
func sheetsLike(sheets []union.Part, base *data.Table, as string) (parts []union.Part, left string) {
	var others []string
	for _, s := range sheets {
		shares := func(c *data.Column) bool {
			return slices.ContainsFunc(base.Columns, func(l *data.Column) bool {
				return strings.EqualFold(l.Name, c.Name)
			})
		}
		if slices.ContainsFunc(s.Table.Columns, shares) {
			parts = append(parts, s)
		} else {
			others = append(others, s.Table.Sheet)
		}
	}
	word := base.SheetWord()
	if len(others) == 0 || len(parts) == 1 {
		return sheets, ""
	}
	said := separators.Plural(len(others), "%s %s was left out: it has", "%ss %s were left out: they have")
	return parts, fmt.Sprintf(said+" no column in common with %[1]s %[3]s, the %[4]s one",
		word, strings.Join(others, ", "), base.Sheet, as)
}

// partitions returns the columns and values that are in the folder names of a path.
func partitions(path string) (marks []union.Mark) {
	for _, folder := range strings.Split(filepath.ToSlash(filepath.Dir(path)), "/") {
		if column, value, is := partition(folder); is {
			marks = append(marks, union.Mark{Column: column, Text: value, Null: value == noValue})
		}
	}
	return marks
}

// ShortNames returns the names of files without their folders. If two files have the same name, or a folder such as
// year=2024 has a value, it returns the paths below the folder that contains all files.
func ShortNames(files []string) []string {
	names, seen := make([]string, len(files)), map[string]bool{}
	several := false
	files = slices.Clone(files)
	for i, f := range files {
		if web.Is(f) {
			f = filepath.FromSlash(web.Place(f))
		}
		files[i], names[i] = f, filepath.Base(f)
		several = several || seen[names[i]] || strings.Contains(filepath.Base(filepath.Dir(f)), "=")
		seen[names[i]] = true
	}
	if !several {
		return names
	}
	common := filepath.Dir(files[0])
	for _, f := range files {
		for !strings.HasPrefix(f, strings.TrimSuffix(common, string(filepath.Separator))+string(filepath.Separator)) &&
			filepath.Dir(common) != common {
			common = filepath.Dir(common)
		}
	}
	for strings.Contains(filepath.Base(common), "=") {
		common = filepath.Dir(common)
	}
	for i, f := range files {
		if short, err := filepath.Rel(common, f); err == nil {
			names[i] = filepath.ToSlash(short)
		}
	}
	return names
}
