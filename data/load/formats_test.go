package load

import (
	"strings"
	"testing"
)

// TestFormatsAreComplete holds every description of a format to what Open, the notes and the window's dialog
// take from it.
func TestFormatsAreComplete(t *testing.T) {
	seen := map[string]bool{}
	for _, f := range formats() {
		if f.name == "" || f.holds == (f.table != "") || f.recognise == nil || f.open == nil || len(f.extensions) == 0 {
			t.Errorf("the description of %q is incomplete", f.name)
		}
		for _, e := range append([]string{f.name}, f.extensions...) {
			if seen[e] {
				t.Errorf("%s stands twice", e)
			}
			seen[e] = true
		}
		for _, e := range f.extensions {
			if len(e) < 2 || e[0] != '.' || e != strings.ToLower(e) {
				t.Errorf("%s has the extension %q", f.name, e)
			}
			if n := f.note("x" + strings.ToUpper(e)); n != "" {
				t.Errorf("a file *%s: %s", e, n)
			}
		}
	}
}
