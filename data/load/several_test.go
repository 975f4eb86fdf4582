package load

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"cardinal/data"
)

// write makes a folder of files: their names and contents in turn.
func write(t *testing.T, files ...string) string {
	t.Helper()
	root := t.TempDir()
	for i := 0; i < len(files); i += 2 {
		path := filepath.Join(root, filepath.FromSlash(files[i]))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(files[i+1]), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// TestJoinTakesAddresses opens a file by the address that a desktop gives it.
func TestJoinTakesAddresses(t *testing.T) {
	path := filepath.Join(write(t, "sales 50%é#1.csv", "a\n1\n"), "sales 50%é#1.csv")
	// a drive of Windows stands behind the slash
	address := url.URL{Scheme: "file", Path: "/" + strings.TrimPrefix(filepath.ToSlash(path), "/")}
	for _, text := range []string{address.String(), "file://localhost" + address.EscapedPath(), path} {
		table, err := Open(t.Context(), Join(text), Options{})
		if err != nil || table.Path != path {
			t.Errorf("%s: %v %v", text, table, err)
		}
	}
	for _, text := range []string{"file://elsewhere/a.csv", "file:", "file://%zz", "https://example.com/a.csv",
		"clickhouse://h/d?table=t"} {
		if got := Join(text); got != text {
			t.Errorf("%s became %s", text, got)
		}
	}
}

// cells returns the rows of a table, with commas between the fields of a row.
func cells(t *data.Table) string {
	var rows []string
	for i := range t.Rows {
		var row []string
		for _, c := range t.Columns {
			row = append(row, c.Value(i).String())
		}
		rows = append(rows, strings.Join(row, ","))
	}
	return strings.Join(rows, " ")
}

func TestSeveral(t *testing.T) {
	root := write(t, "s-10.csv", "a,b\n3,z\n", "s-2.csv", "b,a\ny,2\n", "s-1.json", `[{"a": 1.5, "b": "x"}]`,
		"notes.md", "# no table", "README.txt", "no table", ".hidden.csv", "q\n1\n",
		"p/year=2024/part.csv", "n\n2\n", "p/year=2023/part.csv", "n\n1\n",
		"p/year=__HIVE_DEFAULT_PARTITION__/part.csv", "n\n3\n", "p/other/q.csv", "n\n4\n", "none/x.md", "")
	for path, want := range map[string]string{
		".":                 "1.5,x,s-1.json 2.0,y,s-2.csv 3.0,z,s-10.csv",
		"s-*.csv":           "y,2,s-2.csv z,3,s-10.csv",
		"s-10.csv\ns-2.csv": "y,2,s-2.csv z,3,s-10.csv",
		"s-2.csv\ns-2.*":    "y,2,s-2.csv",
		"s-2.csv":           "y,2",
		"p": "1,2023,year=2023/part.csv 2,2024,year=2024/part.csv " +
			"3,,year=__HIVE_DEFAULT_PARTITION__/part.csv",
		"p/*/part.csv": "1,2023,year=2023/part.csv 2,2024,year=2024/part.csv " +
			"3,,year=__HIVE_DEFAULT_PARTITION__/part.csv",
		"p/year=*/part.*": "1,2023,year=2023/part.csv 2,2024,year=2024/part.csv " +
			"3,,year=__HIVE_DEFAULT_PARTITION__/part.csv",
		"p/other\ns-1.[j]*n": "",
	} {
		t.Chdir(root)
		table, err := Open(context.Background(), path, Options{})
		if want == "" {
			if err == nil || !strings.Contains(err.Error(), "no column in common") {
				t.Errorf("%q: %v", path, err)
			}
			continue
		}
		if err != nil {
			t.Fatalf("%q: %v", path, err)
		}
		if got := cells(table); got != want {
			t.Errorf("%q has %s, want %s", path, got, want)
		}
		if IsSeveral(path) && (len(table.Files) == 0 || table.Path != Absolute(path) || table.Size == 0) {
			t.Errorf("%q is %+v", path, table)
		}
	}
	for path, want := range map[string]string{
		"none":              "the folder none has no file of a table",
		"x-*.csv":           "no file fits x-*.csv",
		"s-2.csv\ngone.csv": "gone.csv does not exist",
		"s-[.csv":           "is no pattern of file names",
	} {
		if _, err := Open(context.Background(), path, Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", path, err)
		}
	}
	if !Exists("s-2.csv\np") || !Exists("s-*.csv") || Exists("s-2.csv\ngone.csv") || Exists("gone/*.csv") {
		t.Error("Exists is wrong")
	}
	if !Takes(".", "new.csv") || Takes(".", "new.png") || !Takes("s-*.csv", "s-x.csv") || Takes("s-*.csv\np", "t.csv") {
		t.Error("Takes is wrong")
	}
}

// TestSeveralWanted reads some columns of several files. Their values and notes are those of the table with all
// columns.
func TestSeveralWanted(t *testing.T) {
	root := write(t, "a.csv", "k,v,more\nx,1,p\ny,2,q\n", "b.csv", "v,K,other\n3,x,r\n",
		"y/n=1/c.csv", "k,v\nz,4\n", "d.csv", "k,w\nz,5\n", "e.parquet", "PAR1 cut off")
	t.Chdir(root)
	for _, c := range []struct {
		path    string
		wanted  []string
		columns string
		leftOut string
	}{
		{"a.csv\nb.csv", []string{"V"}, "[v File]", "[k more K other]"},
		{"a.csv\nb.csv", []string{"k", "v"}, "[k v File]", "[more other]"},
		{"a.csv\nb.csv", []string{"k", "File"}, "[k v more other File]", "[]"},
		{"a.csv\ny/n=1/c.csv", []string{"k", "n"}, "[k v more File n]", "[]"},
		{"a.csv\nb.csv\nd.csv", []string{"k", "v"}, "[k v File]", "[more other w]"},
		{"a.csv\nb.csv\nd.csv", []string{"v"}, "[k v more other w File]", "[]"}, // d.csv has no v
		{"a.csv\nb.csv\nd.csv", []string{"nowhere"}, "[k v more other w File]", "[]"},
	} {
		every, err := Open(t.Context(), c.path, Options{})
		if err != nil {
			t.Fatal(err)
		}
		some, err := Open(t.Context(), c.path, Options{Columns: c.wanted})
		if err != nil {
			t.Fatal(err)
		}
		if names := fmt.Sprint(data.Names(some.Columns)); names != c.columns || fmt.Sprint(some.LeftOut) != c.leftOut {
			t.Errorf("%q of %q: %s, left out %v", c.wanted, c.path, names, some.LeftOut)
		}
		for _, column := range some.Columns {
			all, err := every.Column(column.Name)
			if err != nil {
				t.Fatal(err)
			}
			for row := range some.Rows {
				if column.Value(row) != all.Value(row) {
					t.Errorf("%q of %q: row %d of %s is %v", c.wanted, c.path, row, column.Name, column.Value(row))
				}
			}
		}
		notes := slices.DeleteFunc(slices.Clone(every.Notes), func(note string) bool {
			name, _, _ := strings.Cut(note, ": ")
			return slices.Contains(some.LeftOut, name)
		})
		if !slices.Equal(some.Notes, notes) {
			t.Errorf("%q of %q: %q, with all columns %q", c.wanted, c.path, some.Notes, every.Notes)
		}
	}
	if _, err := Open(t.Context(), "a.csv\ne.parquet", Options{Columns: []string{"k"}}); err == nil {
		t.Error("a cut file was opened")
	}
}

// TestSeveralFail names the file that cannot be read, and the end of ctx ends the reading.
func TestSeveralFail(t *testing.T) {
	root := write(t, "a.csv", "a\n1\n", "b.csv", "a\n2\n", "c.parquet", "PAR1 cut off")
	if _, err := Open(context.Background(), root, Options{}); err == nil ||
		!strings.Contains(err.Error(), "c.parquet") {
		t.Errorf("the error is %v", err)
	}
	var hundred []string
	for i := range 100 {
		text := fmt.Sprintf("a\n%d\n", i)
		if i == 57 {
			text = "PK\x03\x04 a cut workbook"
		}
		hundred = append(hundred, fmt.Sprintf("f%02d.csv", i), text)
	}
	for _, at := range []string{"", "/*", "/f*.csv"} {
		if table, err := Open(context.Background(), write(t, hundred...)+at, Options{}); err == nil ||
			!strings.Contains(err.Error(), "f57.csv") {
			t.Errorf("one of a hundred files is broken: %v, %v", table, err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Open(ctx, root, Options{}); err == nil || !strings.Contains(err.Error(), "was cancelled") {
		t.Errorf("the error is %v", err)
	}
}

// TestAllSheets reads those sheets of a workbook that are parts of one table. A note names the others; empty sheets
// are skipped.
func TestAllSheets(t *testing.T) {
	book := func(sheets map[string][][]any, order ...string) string {
		f := excelize.NewFile()
		defer f.Close()
		for _, name := range order {
			if _, err := f.NewSheet(name); err != nil {
				t.Fatal(err)
			}
			for i, row := range sheets[name] {
				if err := f.SetSheetRow(name, fmt.Sprintf("A%d", i+1), &row); err != nil {
					t.Fatal(err)
				}
			}
		}
		if err := f.DeleteSheet("Sheet1"); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(t.TempDir(), "book.xlsx")
		if err := f.SaveAs(path); err != nil {
			t.Fatal(err)
		}
		return path
	}
	sheets := map[string][][]any{
		"Cover":  {{"Title"}, {"Sales"}},
		"2023":   {{"k", "v"}, {"a", 1}, {"b", 2}},
		"Empty":  nil,
		"2024":   {{"K", "w"}, {"a", 3}},
		"Budget": {{"Month", "Amount"}, {"May", 5}},
	}
	table, err := Open(context.Background(), book(sheets, "Cover", "2023", "Empty", "2024", "Budget"),
		Options{Sheet: AllSheets})
	if err != nil {
		t.Fatal(err)
	}
	if got := cells(table); got != "a,1,,2023 b,2,,2023 a,,3,2024" {
		t.Errorf("read %s", got)
	}
	if want := "sheets Cover, Budget were left out: they have no column in common with sheet 2023, the longest one"; table.Notes[0] != want {
		t.Errorf("notes %q", table.Notes)
	}
	_, err = Open(context.Background(), book(sheets, "Cover", "2023", "Budget"), Options{Sheet: AllSheets})
	if err == nil || !strings.Contains(err.Error(), "book.xlsx as one table: sheet 2023 has no column in common with "+
		"sheet Cover") {
		t.Errorf("no two sheets are alike: %v", err)
	}
}

// TestSeveralAsOne compares many files with one file that has all their rows.
func TestSeveralAsOne(t *testing.T) {
	var files []string
	var whole strings.Builder
	whole.WriteString("k,v,d,w\n")
	for i := range 40 {
		rows := ""
		for j := range 50 {
			n := i*50 + j
			rows += strings.Join([]string{string(rune('a' + n%7)), []string{"1", "2.5", ""}[n%3],
				"2024-01-0" + string(rune('1'+n%9)), []string{"x", "yy"}[n%2]}, ",") + "\n"
		}
		whole.WriteString(rows)
		files = append(files, "f"+strings.Repeat("0", i%2)+string(rune('a'+i%26))+string(rune('a'+i/26))+".csv",
			"k,v,d,w\n"+rows)
	}
	root := write(t, files...)
	one := filepath.Join(write(t, "one.csv", whole.String()), "one.csv")
	a, b := open(t, one), open(t, root)
	if a.Rows != b.Rows {
		t.Fatal(a.Rows, b.Rows)
	}
	x, y := strings.Fields(cells(a)), strings.Fields(cells(b))
	for i := range y {
		y[i] = y[i][:strings.LastIndex(y[i], ",")]
	}
	slices.Sort(x)
	slices.Sort(y)
	if !slices.Equal(x, y) {
		t.Error("the rows differ")
	}
	for i, c := range a.Columns {
		if c.Type != b.Columns[i].Type || c.Scale != b.Columns[i].Scale {
			t.Errorf("%s is %v and %v", c.Name, c.Type, b.Columns[i].Type)
		}
	}
}
