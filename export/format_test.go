package export

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"
)

// TestFormatsAreComplete holds every description of a format to what its users take from it.
func TestFormatsAreComplete(t *testing.T) {
	seen := map[string]bool{}
	for _, f := range Formats {
		switch {
		case f.Name == "" || f.Name != strings.ToLower(f.Name) || f.write == nil:
			t.Errorf("%+v has no name or no writer", f)
		case len(f.Extension) < 2 || f.Extension[0] != '.' || f.Extension != strings.ToLower(f.Extension):
			t.Errorf("%s has the extension %q", f.Name, f.Extension)
		case f.rows != nil && f.Title == "":
			t.Errorf("%s holds rows and has no title to offer it by", f.Name)
		case seen[f.Name]:
			t.Errorf("%s stands twice", f.Name)
		}
		first := !seen[f.Extension]
		seen[f.Name], seen[f.Extension] = true, true
		if got := FormatOf("a.B" + strings.ToUpper(f.Extension)).Name; first && got != f.Name {
			t.Errorf("a file *%s is of the format %q", f.Extension, got)
		}
		if got := FormatNamed(f.Name).Extension; got != f.Extension {
			t.Errorf("%s is found with the extension %q", f.Name, got)
		}
		if !strings.Contains(Names(), f.Name) || !strings.Contains(Extensions(), f.Extension) {
			t.Errorf("%s is not among %s, or %s not among %s", f.Name, Names(), f.Extension, Extensions())
		}
		var out bytes.Buffer
		if _, err := f.Write(t.Context(), &out, complete(gridOf(t, small()))); err != nil || out.Len() == 0 {
			t.Errorf("%s: %d bytes, error %v", f.Name, out.Len(), err)
		}
		if binary := bytes.IndexByte(out.Bytes(), 0) >= 0; binary != f.Binary {
			t.Errorf("%s is declared binary: %v, and is: %v", f.Name, f.Binary, binary)
		}
	}
	if f := FormatOf(filepath.Join("x.csv", "y")); f.Name != "" {
		t.Errorf("a file without an extension is of the format %s", f.Name)
	}
}
