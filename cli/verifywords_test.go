package cli

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"cardinal/data/load"
	"cardinal/export"
	"cardinal/internal/wording"
)

// TestVerifyWords verifies workbooks that were written in German: the sheets have German names and headings, the words
// in the place of labels stay those that Cardinal reads again, and nothing differs.
func TestVerifyWords(t *testing.T) {
	catalogue, err := os.ReadFile(filepath.Join("..", "ui", "look", "lang", "catalogue", "de.json"))
	if err != nil {
		t.Fatal(err)
	}
	german, err := wording.Read("de", catalogue)
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	writeVerified(t)
	for i, given := range verifiedPivots {
		path := fmt.Sprintf("%d.xlsx", i)
		args := append([]string{"pivot", "t.csv", "--out", path}, words(given)...)
		if out := runOnce(args); strings.Contains(out, "exit ") {
			t.Fatalf("%s: %s", given, out)
		}
		english := proofOf(t, path)
		english.Language.Words = german
		var o options
		book, err := o.runAgain(t.Context(), path, "t.csv", english, Streams{Err: &bytes.Buffer{}})
		if err == nil {
			err = os.WriteFile(path, book, 0o600)
		}
		if err != nil {
			t.Fatalf("%s: %v", given, err)
		}
		if v, code := verdictOf(t, path); code != 0 || v.Differs || !v.Ran || v.Compared < 5 {
			t.Errorf("%s: exit %d, %+v", given, code, v)
		}
		about := slices.ContainsFunc(proofOf(t, path).Sheets, func(s export.SheetSum) bool { return s.Name == "Info" })
		if !about {
			t.Errorf("%s: no sheet is in German", given)
		}
	}
	back, err := load.Open(t.Context(), "0.xlsx", load.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if back.Rows != 7 || back.Columns[1].Name != "Summe von amount" || back.Columns[0].Nulls != 1 {
		t.Errorf("%d rows of %q, %d blanks: %q", back.Rows, back.Columns[1].Name, back.Columns[0].Nulls, back.Notes)
	}
}

func proofOf(t *testing.T, path string) *export.Proof {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	size, err := f.Seek(0, 2)
	if err != nil {
		t.Fatal(err)
	}
	_, p, err := export.ReadProof(t.Context(), f, size)
	if err != nil || p == nil {
		t.Fatalf("%s: %v", path, err)
	}
	return p
}
