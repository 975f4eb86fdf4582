package load

import (
	"archive/zip"
	"cmp"
	"context"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
	"sync/atomic"

	"cardinal/data"
	"cardinal/data/inflate"
	"cardinal/data/natural"
)

// isZip reports whether a file is a zip archive that is no document of an office program.
func isZip(_ context.Context, r io.ReaderAt, size int64) (bool, error) {
	head, err := readSome(r, 0, min(size, 4))
	if err != nil || string(head) != "PK\x03\x04" {
		return false, err
	}
	z, err := zip.NewReader(r, size)
	if err != nil {
		return false, nil //nolint:nilerr // a damaged workbook, which its own format explains
	}
	for _, f := range z.File {
		if f.Name == "[Content_Types].xml" || f.Name == "mimetype" || strings.HasPrefix(f.Name, "xl/") {
			return false, nil
		}
	}
	return len(tables(z)) > 0, nil
}

// tables are the files of an archive that may be tables: no folders, and nothing that systems add by themselves.
func tables(z *zip.Reader) []*zip.File {
	var out []*zip.File
	for _, f := range z.File {
		if !f.FileInfo().IsDir() && !strings.HasPrefix(path.Base(f.Name), ".") && !strings.HasPrefix(f.Name, "__MACOSX/") {
			out = append(out, f)
		}
	}
	return out
}

// How likely a file of an archive is a table that can be read.
const (
	aTable    = iota // delimited text or JSON
	aPage            // another text that may have a table
	noReading        // not read inside an archive
)

// otherTexts are extensions that texts often have beside those of the formats.
var otherTexts = []string{"", ".dat", ".asc", ".psv", ".data", ".log", ".geojson"}

// likely tells by the extension of a file of an archive how likely it is a table.
func likely(f *zip.File) int {
	extension := strings.ToLower(path.Ext(f.Name))
	for _, kind := range formats() {
		switch {
		case !slices.Contains(kind.extensions, extension):
		case kind.name == plainText, kind.name == jsonText:
			return aTable
		case slices.Contains(textKinds, kind.name):
			return aPage
		}
	}
	if slices.Contains(otherTexts, extension) {
		return aPage
	}
	return noReading
}

// mostFiles is the number of files of an archive that can be chosen from.
const mostFiles = 1000

// member is a file of an archive that can be read.
type member struct {
	*zip.File
	likely int
}

// readable are the files of an archive that can be read, the likeliest tables first, and the largest first among those. Of files of one name the last one counts, as
// where an archive is unpacked.
func readable(inside []*zip.File) []member {
	var files []member
	seen := map[string]bool{}
	for _, f := range slices.Backward(inside) {
		if l := likely(f); l != noReading && !seen[f.Name] {
			seen[f.Name] = true
			files = append(files, member{f, l})
		}
	}
	slices.SortStableFunc(files, func(a, b member) int {
		return cmp.Or(cmp.Compare(a.likely, b.likely), cmp.Compare(b.UncompressedSize64, a.UncompressedSize64))
	})
	return files[:min(len(files), mostFiles)]
}

// choose picks the file of an archive that is read: for "" the likeliest and largest table, else that of a name. names are the files that can be chosen, none where there is
// one alone. note says which cannot.
func choose(inside []*zip.File, name string) (chosen *zip.File, names []string, note string, err error) {
	if len(inside) == 1 {
		return inside[0], nil, "", nil
	}
	files := readable(inside)
	if len(files) == 0 {
		return nil, nil, "", fmt.Errorf("the archive holds %d files, %q and %q among them, and none of a text, JSON, a web page or Markdown: unpack it and open one of them", len(inside), inside[0].Name, inside[1].Name)
	}
	if left := len(inside) - len(files); left > 0 {
		other := inside[slices.IndexFunc(inside, func(f *zip.File) bool { return !slices.ContainsFunc(files, func(m member) bool { return m.File == f }) })]
		note = fmt.Sprintf("files of the archive that cannot be chosen: %d, such as %q", left, other.Name)
	}
	if len(files) == 1 {
		return files[0].File, nil, note, nil
	}
	chosen = files[0].File
	slices.SortFunc(files, func(a, b member) int { return natural.Compare(a.Name, b.Name) })
	for _, f := range files {
		names = append(names, f.Name)
	}
	if name == "" {
		return chosen, names, note, nil
	}
	// A name without its folders, or in another case, is that of a file where no file has it as it stands: all files are read one after the other by their names.
	for _, same := range []func(string) bool{
		func(n string) bool { return n == name },
		func(n string) bool { return strings.EqualFold(n, name) },
		func(n string) bool { return strings.EqualFold(path.Base(n), name) },
	} {
		if i := slices.IndexFunc(names, same); i >= 0 {
			return files[i].File, names, note, nil
		}
	}
	return nil, nil, "", fmt.Errorf("the archive has no file %q; its files are %s", name, strings.Join(names[:min(len(names), 30)], ", "))
}

// openZip inflates a file of an archive into memory and reads that. The file may take half of the limit.
func openZip(ctx context.Context, r io.ReaderAt, size, limit int64, o Options, progress func(float64)) (*data.Table, error) {
	z, err := zip.NewReader(r, size)
	if err != nil {
		return nil, fmt.Errorf("the archive is damaged: %w", err)
	}
	inflate.Zip(z)
	inside, names, note, err := choose(tables(z), o.Sheet)
	if err != nil {
		return nil, err
	}
	what := "archive"
	if len(names) > 0 {
		what, o.Sheet = fmt.Sprintf("file %q of the archive", inside.Name), ""
	}
	f, err := inside.Open()
	if err != nil {
		return nil, fmt.Errorf("%q in the archive cannot be read: %w", inside.Name, err)
	}
	defer f.Close()
	in := &counted{Reader: f}
	says := int64(min(inside.UncompressedSize64, 1<<62))
	if says > mostInflated*size {
		says = 0
	}
	tell := func() { progress(inflating * min(1, float64(in.n.Load())/float64(inside.UncompressedSize64))) }
	t, err := openBeside(ctx, what, in, says, limit/2, tell, o, progress)
	if err != nil {
		return nil, err
	}
	if len(names) > 0 {
		t.Sheet, t.Sheets, t.Archive = inside.Name, names, true
	}
	if note != "" {
		t.Notes = append(t.Notes, note)
	}
	return t, nil
}

// counted counts the bytes that are read. Another goroutine may ask for the number.
type counted struct {
	io.Reader
	n atomic.Int64
}

func (c *counted) Read(b []byte) (int, error) {
	n, err := c.Reader.Read(b)
	c.n.Add(int64(n))
	return n, err
}
