package load

import (
	"os"
	"path/filepath"
	"testing"

	"cardinal/data"
)

// The preview of compressed text reads its beginning alone, as a person says.
func TestPreviewOfCompressed(t *testing.T) {
	text := string(long(4 * previewSize))
	for name, b := range map[string][]byte{"a.csv.gz": zipped(t, text), "a.zip": archived(t, "a.csv", text), "a.csv": []byte(text)} {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, b, 0o600); err != nil {
			t.Fatal(err)
		}
		whole, err := Open(t.Context(), path, Options{})
		if err != nil {
			t.Fatal(err)
		}
		got, err := Preview(t.Context(), path, "", data.Reading{})
		if err != nil || got.Rows < 100 || got.Rows > whole.Rows/2 || len(got.Notes) > 0 || cells(got)[:100] != cells(whole)[:100] {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
		got, err = Preview(t.Context(), path, "", data.Reading{Header: "none"})
		if err != nil || got.Columns[0].Name != "column_1" {
			t.Errorf("%s without names: %+v, %v", name, got, err)
		}
	}
	path := filepath.Join(t.TempDir(), "small.csv.gz")
	if err := os.WriteFile(path, zipped(t, "a,b\n1,2\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got, err := Preview(t.Context(), path, "", data.Reading{}); err != nil || got.Rows != 1 {
		t.Errorf("%+v, %v", got, err)
	}
}
