package load

import (
	"context"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"cardinal/data"
	"cardinal/data/datatest"
)

var update = flag.Bool("update", false, "write the manifests of testdata anew")

// place matches the place of a damage.
var place = regexp.MustCompile(`column "[^"]*" of row group [0-9]+`)

// class returns the result of opening a file: its rows and columns, or the sentence that refuses it, without the
// place of a damage.
func class(t *testing.T, path string) string {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	table, err := Open(ctx, path, Options{})
	if err != nil {
		return "refused: " + place.ReplaceAllString(strings.TrimPrefix(err.Error(), "cannot open "), "a column")
	}
	return fmt.Sprintf("read: %d rows, %d columns", table.Rows, len(table.Columns))
}

// TestManifest opens every file of the manifest and compares what becomes of it. A file that is not in the
// manifest has only to be read or refused.
func TestManifest(t *testing.T) {
	manifest := filepath.Join("testdata", "manifest.txt")
	if *update {
		var lines []string
		for _, format := range []string{"csv", "parquet", "xlsx", "xls", "xlsb", "ods", "json", "load"} {
			if _, err := os.Stat(datatest.Files(format)); err != nil {
				continue
			}
			for _, path := range files(t, format) {
				if corpora() == "" && !slices.Contains([]string{".md", ".json", ".txt"}, filepath.Ext(path)) {
					lines = append(lines, fmt.Sprintf("%s\t%s\n", filepath.ToSlash(path), class(t, path)))
				}
			}
		}
		writeManifest(t, manifest, lines)
	}
	if n := compareClasses(t, manifest, ""); n < 160 {
		t.Errorf("the manifest has only %d files", n)
	}
}

// TestCorpora does what TestManifest does for the collections that are too large for the repository, if their folder
// is named. TestEveryFileLoadsOrSaysWhy reads the files whose texts take gigabytes.
func TestCorpora(t *testing.T) {
	if corpora() == "" {
		return
	}
	manifest := filepath.Join("testdata", "corpora.txt")
	if *update {
		var lines []string
		err := filepath.WalkDir(corpora(), func(path string, d fs.DirEntry, err error) error {
			if err != nil || !d.Type().IsRegular() || d.Name() == "large_string_map.brotli.parquet" ||
				!slices.Contains([]string{".csv", ".tsv", ".parquet", ".xlsx", ".xlsm", ".xls", ".xlsb", ".ods"},
					filepath.Ext(path)) {
				return err
			}
			name, err := filepath.Rel(corpora(), path)
			lines = append(lines, fmt.Sprintf("%s\t%s\n", filepath.ToSlash(name), class(t, path)))
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		writeManifest(t, manifest, lines)
	}
	compareClasses(t, manifest, corpora())
}

func writeManifest(t *testing.T, manifest string, lines []string) {
	t.Helper()
	slices.Sort(lines)
	if err := os.WriteFile(manifest, []byte(strings.Join(lines, "")), 0o600); err != nil {
		t.Fatal(err)
	}
}

// compareClasses compares what becomes of the files of a manifest, which lie in a folder, and returns their number.
func compareClasses(t *testing.T, manifest, folder string) int {
	t.Helper()
	b, err := os.ReadFile(manifest)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(string(b), "\n"), "\n")
	for _, line := range lines {
		path, want, _ := strings.Cut(line, "\t")
		if got := class(t, filepath.Join(folder, filepath.FromSlash(path))); got != want {
			t.Errorf("%s\n%s, want\n%s\nIf that is meant, run this test with -update", path, got, want)
		}
	}
	return len(lines)
}

// TestFoundLarge reads files like those in which a reader once failed. The test makes them because they are large.
func TestFoundLarge(t *testing.T) {
	open := func(name, text string) *data.Table {
		t.Helper()
		table, err := Bytes(t.Context(), name, []byte(text), Options{})
		if err != nil {
			t.Fatal(err)
		}
		return table
	}
	// The time to tell equal names apart once grew with the square of their number: 20,000 took 22 seconds.
	const names = 20_000
	line := strings.Repeat("a,", names-1) + "a\n"
	if got := open("dup20k.csv", line+line); len(got.Columns) != names || got.Columns[names-1].Name != "a_20000" {
		t.Errorf("%d columns", len(got.Columns))
	}
	// Titles of pages: quotes are characters, and some of them stand at the start of a field and at its end.
	// They once swallowed 27 of 3,993 rows.
	var titles strings.Builder
	titles.WriteString("page_namespace\tpage_title\n")
	const rows = 3993
	starts := []string{"\"", "\"\"", "\"\"\"", "\"!\"", "\"\"Ch\"_\"k\":_no", "\"(It)_Feels\"", "\"'—And_He_Built—'\"",
		"\"Weird\"_Al"}
	for i := range rows {
		title := fmt.Sprintf("Page_%d", i)
		if i >= 240 && i < 240+40*len(starts) && i%5 == 0 {
			title = starts[i/5%len(starts)]
		}
		fmt.Fprintf(&titles, "0\t%s\n", title)
	}
	got := open("titles.tsv", titles.String())
	if got.Rows != rows || got.Columns[1].Value(rows-1).Text != "Page_3992" || got.Columns[1].Value(240).Text != `"` {
		t.Errorf("%d rows, the last is %q, and one is %q", got.Rows, got.Columns[1].Value(rows-1),
			got.Columns[1].Value(240))
	}
	// Few control characters do not make a text another kind of file.
	got = open("control.csv", "name,n\n"+strings.Repeat("some words,1\n", 20)+"a\x01b\x1f,2\n")
	if v := got.Columns[0].Value(20).Text; got.Rows != 21 || v != "a\x01b\x1f" {
		t.Errorf("%d rows, the last is %q", got.Rows, v)
	}
	// A file of Hive has control characters between its short fields, and within them.
	got = open("000000_0", strings.Repeat("a\x01b\x02c\x01d\x03e\n", 50))
	if got.Rows != 49 || len(got.Columns) != 3 || got.Text.Delimiter != 1 || got.Columns[1].Value(48).Text != "b\x02c" {
		t.Errorf("%d rows of %d columns, delimited by %q", got.Rows, len(got.Columns), got.Text.Delimiter)
	}
	// A record of a library (MARC) is no line, though units are separated alike.
	if table, err := Bytes(t.Context(), "books.mrc", []byte("00070nam a2200049 a 4500\x1e10\x1faA title\x1fbof "+
		"it\x1e\x1faAn author\x1e\x1d"), Options{}); err == nil {
		t.Errorf("a record of a library is a table of %d columns", len(table.Columns))
	}
	// The last quote never closes.
	got = open("open.csv", "name,n\n\"a, b\",1\nc,2\n\"d,3\n")
	if got.Rows != 3 || got.Columns[0].Value(2).Text != `"d` || !slices.ContainsFunc(got.Notes, func(n string) bool {
		return strings.Contains(n, "line 4 never closes")
	}) {
		t.Errorf("%d rows, %q", got.Rows, got.Notes)
	}
}

// TestFound reads files in which a reader once failed, and compares what is in them and what the notes say.
func TestFound(t *testing.T) {
	const quotes = "quotes were read as ordinary characters, because some do not close or would swallow rows"
	for name, want := range map[string]string{
		"comment.csv": "a 1 3|b 2 4|2 comment lines above the table were left out, the first is \"# made " +
			"by x\"",
		"title.csv": "region N S E|amount 1 2 3|2 lines above the table were left out, the first is " +
			"\"Sales report\"",
		"headerless.csv": "column_1 2024-01-01 2024-01-02 2024-01-03|column_2 5 7 9|the first line looks " +
			"like data and was read as a row; the columns are numbered",
		"crcrlf.csv": "a 1 2|b x y",
		"apostrophes.csv": "id 1 2 3|text a, b c it's|n 5 6 7|fields stand between apostrophes, which were " +
			"read as quotes",
		"nul_in_text.csv": "a hello \x00x|b \x00world 2|2 control characters were kept, the first is 0x00 in " +
			"line 2",
		"one_column_grouped.csv": "amount 100000.00 300000.20 300000000.40 50.00|each line below the one name is one " +
			"number: its commas are signs of the number",
		"utf32le_bom.csv":  "id 1 2 3|name Zoë 日本 naïve|amount 10.50 20.25 30.00",
		"stray_quote.tsv":  "id 1 2 3 4|title \" b \" d|" + quotes,
		"quote_prefix.tsv": "id 1 2|title \"Swing it\" magistern b|" + quotes,
		"e-400.csv": "x y z|a 0 3|a: 1 of 2 numbers do not fit a 64-bit float and were rounded, the " +
			"first in row 1",
		"f16.csv": "x y z|a 9007199254740992 0.1234567891|a: 1 of 2 numbers do not fit a 64-bit float " +
			"and were rounded, the first in row 1",
		"f17.csv": "x y z|a 12345678901234568 0.25|a: 1 of 2 numbers do not fit a 64-bit float and " +
			"were rounded, the first in row 1",
		"f19.csv": "x y z|a 1234567890123456800 0.25|a: 1 of 2 numbers do not fit a 64-bit float and " +
			"were rounded, the first in row 1",
		"eu1.csv":          "a 1 2|b 1234.50 3.50|b: numbers with a decimal comma",
		"eu2.csv":          "a 1 2|b 1234567.50 3.50|b: numbers with a decimal comma",
		"thousands_eu.csv": "a 1 2|b 1234.50 12345.67|b: numbers with a decimal comma",
		"thousands_eu_int.csv": "a 1 2|b 1234 12345|b: the point is assumed to group thousands, as in most files " +
			"with semicolons between the fields; if it is a decimal point, the numbers are 1,000 times too great",
		"crc_1.parquet": "a page's checksum does not match",
		"crc_2.parquet": "a page's checksum does not match", "crc_3.parquet": "a page's checksum does not match",
		"unknown-logical-type.parquet": "column with known type known string 1 known string 2 known string 3|column " +
			"with unknown type unknown string 1 unknown string 2 unknown string 3|" +
			"of a type that Cardinal does not know, read as it is stored: column with unknown type",
	} {
		table, err := Open(context.Background(), filepath.Join("testdata", "found", name), Options{})
		if err != nil {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		var parts []string
		for _, c := range table.Columns {
			part := c.Name
			for row := range c.Rows {
				part += " " + c.Value(row).String()
			}
			parts = append(parts, part)
		}
		if got := strings.Join(append(parts, table.Notes...), "|"); got != want {
			t.Errorf("%s:\n%s, want\n%s", name, got, want)
		}
	}
}
