package load

import (
	"archive/zip"
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
	"sync/atomic"

	"cardinal/data"
	"cardinal/data/format/sqlite"
	"cardinal/data/format/workbook/zipxml"
	"cardinal/data/text/header"
	"cardinal/data/text/natural"
	"cardinal/internal/each"
	"cardinal/internal/separators"
)

// isZip reports whether a file is a zip archive, but not a document of an office program.
func isZip(_ context.Context, r io.ReaderAt, size int64) (bool, error) {
	head, err := readSome(r, 0, min(size, 4))
	if err != nil || string(head) != "PK\x03\x04" {
		return false, err
	}
	z, err := zipxml.Directory(r, size)
	if err != nil {
		return false, nil //nolint:nilerr // the workbook formats explain a damaged archive
	}
	isBook := slices.ContainsFunc(z.File, func(f *zip.File) bool {
		return f.Name == "[Content_Types].xml" || f.Name == "mimetype" || strings.HasPrefix(f.Name, "xl/")
	})
	return !isBook && len(tables(z)) > 0, nil
}

// tables returns the files of an archive that may be tables. It leaves out folders and files that systems add.
func tables(z *zip.Reader) []*zip.File {
	return each.Where(z.File, func(f *zip.File) bool {
		return !f.FileInfo().IsDir() && !strings.HasPrefix(path.Base(f.Name), ".") &&
			!strings.HasPrefix(f.Name, "__MACOSX/")
	})
}

// Ranks of a file of an archive, beginning with the likeliest table.
const (
	aTable    = iota // its extension is that of a table
	aPage            // it may have a table
	noReading        // it is not read in an archive
)

// otherTexts has further extensions of text files.
var otherTexts = []string{"", ".dat", ".asc", ".psv", ".data", ".log", ".geojson"}

// likelihood returns the rank of a file of an archive according to its extension.
func likelihood(f *zip.File) int {
	extension := strings.ToLower(path.Ext(f.Name))
	for _, kind := range formats() {
		switch {
		case !slices.Contains(kind.extensions, extension):
		case kind.name == zipArchive:
			return noReading
		case kind.markup, extension == ".xml": // .xml is rarely a workbook
			return aPage
		default:
			return aTable
		}
	}
	if slices.Contains(otherTexts, extension) {
		return aPage
	}
	return noReading
}

// mostFiles is the greatest number of files of an archive that a person can choose from.
const mostFiles = 1000

// member is a readable file of an archive.
type member struct {
	*zip.File
	likely int
}

// readableFiles returns the readable files of an archive by rank, and by size within a rank. If several files have the
// same name, only the last one counts, as when an archive is unpacked.
func readableFiles(inside []*zip.File) []member {
	var files []member
	seen := map[string]bool{}
	for _, f := range slices.Backward(inside) {
		if l := likelihood(f); l != noReading && !seen[f.Name] {
			seen[f.Name] = true
			files = append(files, member{f, l})
		}
	}
	slices.SortStableFunc(files, func(a, b member) int {
		return cmp.Or(cmp.Compare(a.likely, b.likely), cmp.Compare(b.UncompressedSize64, a.UncompressedSize64))
	})
	return files[:min(len(files), mostFiles)]
}

// choice is the chosen file of an archive.
type choice struct {
	*zip.File
	sheet string   // sheet of the file
	names []string // the files that a person can choose from; nil if only one
	notes []string // on files that cannot be chosen
}

// choose returns the file of an archive with a name. If the name is "", it returns the likeliest and largest table.
func choose(inside []*zip.File, name string) (c choice, err error) {
	if len(inside) == 1 {
		return choice{File: inside[0], sheet: name}, nil
	}
	files := readableFiles(inside)
	if len(files) == 0 {
		return c, separators.Errorf("the archive holds %d files, %q and %q among them, and none of a kind that "+
			"Cardinal reads: unpack it and open one of them", len(inside), inside[0].Name, inside[1].Name)
	}
	if left := len(inside) - len(files); left > 0 {
		other := inside[slices.IndexFunc(inside, func(f *zip.File) bool {
			return !slices.ContainsFunc(files, func(m member) bool { return m.File == f })
		})]
		c.notes = []string{separators.Sprintf("files of the archive that cannot be chosen: %d, such as %q",
			left, other.Name)}
	}
	c.File = files[0].File
	if len(files) == 1 {
		c.sheet = name
		return c, nil
	}
	slices.SortFunc(files, func(a, b member) int { return natural.Compare(a.Name, b.Name) })
	for _, f := range files {
		c.names = append(c.names, f.Name)
	}
	if name == "" {
		return c, nil
	}
	at := find(c.names, name)
	for cut := len(name); at < 0; {
		if cut = strings.LastIndexByte(name[:cut], '/'); cut < 0 {
			return c, fmt.Errorf("the archive has no file %q; its files are %s", name, header.Nearest(c.names, name))
		}
		at, c.sheet = find(c.names, name[:cut]), name[cut+1:]
	}
	c.File = files[at].File
	return c, nil
}

// find returns the index of a name among the files of an archive, or -1. It first compares exact names, then ignores
// the case, and then also the folders. If all files are read, each is found by its exact name.
func find(names []string, name string) int {
	for _, same := range []func(string) bool{
		func(n string) bool { return n == name },
		func(n string) bool { return strings.EqualFold(n, name) },
		func(n string) bool { return strings.EqualFold(path.Base(n), name) },
	} {
		if i := slices.IndexFunc(names, same); i >= 0 {
			return i
		}
	}
	return -1
}

// openZip inflates the chosen file of an archive and reads the result, as openCompressed does.
func openZip(ctx context.Context, r io.ReaderAt, size, limit int64, o Options,
	progress func(float64)) (t *data.Table, err error) {
	z, err := zipxml.Directory(r, size)
	if err != nil {
		return nil, fmt.Errorf("the archive is damaged: %w", err)
	}
	chosen, err := choose(slices.DeleteFunc(tables(z), func(f *zip.File) bool { return isCompanion(z, f) }), o.Sheet)
	if err != nil {
		return nil, err
	}
	o.companions, err = companionsOf(ctx, z, chosen.Name, limit)
	defer func() {
		for _, c := range o.companions {
			if c != nil {
				t, err = c.release(t, err)
			}
		}
	}()
	if err != nil {
		return nil, err
	}
	if chosen.names != nil && o.Sheet == "" && !o.every {
		chosen.notes = append([]string{separators.Sprintf("there are %d files, and the largest one was read, %q: the "+
			"list at the top of the window, or --sheet, chooses another", len(chosen.names), chosen.Name)},
			chosen.notes...)
	}
	o.Sheet, o.name = chosen.sheet, chosen.Name
	if t, err = openMember(ctx, chosen, size, limit, o, progress); err != nil {
		return nil, err
	}
	t.Notes = append(chosen.notes, t.Notes...)
	if chosen.names == nil {
		return t, nil
	}
	t.Member = chosen.Name
	sheets := []string{chosen.Name}
	if t.Sheet = chosen.Name + "/" + t.Sheet; len(t.Sheets) < 2 {
		t.Sheet = chosen.Name
	} else {
		sheets = each.Of(t.Sheets, func(s string) string { return chosen.Name + "/" + s })
	}
	at := slices.Index(chosen.names, chosen.Name)
	t.Sheets = slices.Concat(chosen.names[:at], sheets, chosen.names[at+1:])
	return t, nil
}

// isCompanion reports whether a file of an archive is a companion of a database in the archive.
func isCompanion(z *zip.Reader, f *zip.File) bool {
	return slices.ContainsFunc([]string{logSuffix, journalSuffix, "-shm"}, func(suffix string) bool {
		of, is := strings.CutSuffix(f.Name, suffix)
		return is && slices.ContainsFunc(z.File, func(f *zip.File) bool { return f.Name == of && beginsAsDatabase(f) })
	})
}

func beginsAsDatabase(f *zip.File) bool {
	r, err := f.Open()
	if err != nil {
		return false
	}
	defer r.Close()
	head := make([]byte, len(sqlite.Magic))
	_, err = io.ReadFull(r, head)
	return err == nil && string(head) == sqlite.Magic
}

// companionsOf returns the inflated write-ahead log and rollback journal of a file of an archive; nil: missing.
func companionsOf(ctx context.Context, z *zip.Reader, name string, limit int64) (both [2]*pages, err error) {
	for i, suffix := range []string{logSuffix, journalSuffix} {
		at := slices.IndexFunc(z.File, func(f *zip.File) bool {
			return f.Name == name+suffix && f.UncompressedSize64 > 0
		})
		if at < 0 {
			continue
		}
		f, err := z.File[at].Open()
		if err != nil {
			return both, fmt.Errorf("%q in the archive cannot be read: %w", name+suffix, err)
		}
		both[i] = newPages("file "+name+suffix, limit/4, mostUnpacked*int64(z.File[at].CompressedSize64))
		both[i].fill(ctx, f, 0, func() {})
		if err := errors.Join(both[i].wait(), f.Close()); err != nil {
			return both, err
		}
	}
	return both, nil
}

// openMember reads the chosen file of an archive. size is the size of the archive in bytes.
func openMember(ctx context.Context, c choice, size, limit int64, o Options,
	progress func(float64)) (*data.Table, error) {
	what := "archive"
	if len(c.names) > 0 {
		what = fmt.Sprintf("file %q of the archive", c.Name)
	}
	f, err := c.Open()
	if err != nil {
		return nil, fmt.Errorf("%q in the archive cannot be read: %w", c.Name, err)
	}
	defer f.Close()
	in := &countingReader{Reader: f}
	begin := bufio.NewReader(in)
	says := int64(min(c.UncompressedSize64, 1<<62))
	if says > mostInflated*size {
		says = 0
	}
	tell := func() { progress(inflating * min(1, float64(in.n.Load())/float64(c.UncompressedSize64))) }
	text := newPages(what, limit/2, mostUnpacked*min(int64(c.CompressedSize64), size))
	return openWhileInflating(ctx, text, begin, says, tell, o, progress)
}

// countingReader counts the bytes that were read. Another goroutine may read the count.
type countingReader struct {
	io.Reader
	n atomic.Int64
}

func (c *countingReader) Read(b []byte) (int, error) {
	n, err := c.Reader.Read(b)
	c.n.Add(int64(n))
	return n, err
}
