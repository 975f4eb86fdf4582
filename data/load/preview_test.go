package load

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"cardinal/data"
	"cardinal/data/infer"
)

// The preview of compressed text reads its beginning alone, as a person says.
func TestPreviewOfCompressed(t *testing.T) {
	text := string(long(4 * previewSize))
	for name, b := range map[string][]byte{"a.csv.gz": zipped(t, text), "a.zip": archived(t, "a.csv", text),
		"a.csv": []byte(text)} {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, b, 0o600); err != nil {
			t.Fatal(err)
		}
		whole, err := Open(t.Context(), path, Options{})
		if err != nil {
			t.Fatal(err)
		}
		got, err := Preview(t.Context(), path, Options{})
		if err != nil || got.Rows < 100 || got.Rows > whole.Rows/2 || len(got.Notes) > 0 ||
			cells(got)[:100] != cells(whole)[:100] {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
		got, err = Preview(t.Context(), path, Options{Reading: data.Reading{Header: "none"}})
		if err != nil || got.Columns[0].Name != "column_1" {
			t.Errorf("%s without names: %+v, %v", name, got, err)
		}
	}
	path := filepath.Join(t.TempDir(), "small.csv.gz")
	if err := os.WriteFile(path, zipped(t, "a,b\n1,2\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got, err := Preview(t.Context(), path, Options{}); err != nil || got.Rows != 1 {
		t.Errorf("%+v, %v", got, err)
	}
}

// TestTypeOfNoColumn opens a page and a workbook with a type for a column that they lack. There is a note if the type
// was kept, and an error if it is chosen now.
func TestTypeOfNoColumn(t *testing.T) {
	how := data.Reading{Types: []string{"gone=text"}}
	const want = `a type was chosen for "gone", and there is no such column now`
	page := filepath.Join(t.TempDir(), "a.html")
	if err := os.WriteFile(page, []byte("<table><tr><th>a<th>b<tr><td>1<td>x</table>"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{page, filepath.Join("..", "format", "workbook", "xlsx", "testdata", "report.xlsx")} {
		for _, open := range []func() (*data.Table, error){
			func() (*data.Table, error) {
				return Open(t.Context(), path, Options{Reading: how, Unfit: infer.Unfit{Missing: true, Unread: true}})
			},
			func() (*data.Table, error) { return Preview(t.Context(), path, Options{Reading: how}) },
		} {
			if got, err := open(); err != nil || !slices.Contains(got.Notes, want) {
				t.Errorf("%s: %+v, %v", filepath.Base(path), got, err)
			}
		}
		if _, err := Open(t.Context(), path, Options{Reading: how}); err == nil ||
			!strings.Contains(err.Error(), `a type is given for the column "gone", and there is no such column`) {
			t.Errorf("%s: %v", filepath.Base(path), err)
		}
	}
}
