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

// readInside are the extensions of the files of an archive that can be read, the likeliest tables first.
var readInside = [][]string{
	{".csv", ".tsv", ".tab", ".txt", ".json", ".jsonl", ".ndjson"},
	{".html", ".htm", ".md", ".markdown", ".prn", ".dat", ".asc", ".psv", ".data", ".log", ".geojson"},
}

// likely is the place of the extension of a file in readInside, len(readInside) where it has none of them.
func likely(f *zip.File) int {
	extension := strings.ToLower(path.Ext(f.Name))
	if i := slices.IndexFunc(readInside, func(some []string) bool { return slices.Contains(some, extension) }); i >= 0 {
		return i
	}
	return len(readInside)
}

// mostFiles is the number of files of an archive that can be chosen from.
const mostFiles = 1000

// choose picks the file of an archive that is read: that of a name, with its folders or without, or for "" the largest one of the likeliest tables. names are the files that can
// be chosen, none where there is one alone. note says which cannot.
func choose(inside []*zip.File, name string) (chosen *zip.File, names []string, note string, err error) {
	if len(inside) == 1 {
		return inside[0], nil, "", nil
	}
	files := slices.DeleteFunc(slices.Clone(inside), func(f *zip.File) bool { return likely(f) == len(readInside) })
	if len(files) == 0 {
		return nil, nil, "", fmt.Errorf("the archive holds %d files, %q and %q among them, and none of a text, JSON, a web page or Markdown: unpack it and open one of them", len(inside), inside[0].Name, inside[1].Name)
	}
	slices.SortStableFunc(files, func(a, b *zip.File) int {
		return cmp.Or(cmp.Compare(likely(a), likely(b)), cmp.Compare(b.UncompressedSize64, a.UncompressedSize64))
	})
	files = files[:min(len(files), mostFiles)]
	chosen = files[0]
	if left := len(inside) - len(files); left > 0 {
		other := inside[slices.IndexFunc(inside, func(f *zip.File) bool { return !slices.Contains(files, f) })]
		note = fmt.Sprintf("files of the archive that cannot be chosen: %d, such as %q", left, other.Name)
	}
	if len(files) == 1 {
		return chosen, nil, note, nil
	}
	slices.SortFunc(files, func(a, b *zip.File) int { return natural.Compare(a.Name, b.Name) })
	found := name == ""
	for _, f := range files {
		names = append(names, f.Name)
		if !found && (strings.EqualFold(f.Name, name) || strings.EqualFold(path.Base(f.Name), name)) {
			chosen, found = f, true
		}
	}
	if !found {
		return nil, nil, "", fmt.Errorf("the archive has no file %q; its files are %s", name, strings.Join(names[:min(len(names), 30)], ", "))
	}
	return chosen, names, note, nil
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
