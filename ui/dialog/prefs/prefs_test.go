package prefs

import (
	"os"
	"path/filepath"
	"testing"
)

func TestPreferencesAreWrittenAtOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "cardinal", "window.json")
	one, other := Load(path), Load(path)
	if one.Layout != Usual {
		t.Errorf("without a file the layout is %+v", one.Layout)
	}
	one.AddRecent("a.csv")
	other.AddRecent("b.csv")
	one.Set(func(r *Values) { r.Layout.Fields, r.Theme = 0.25, "dark" })
	one.AddRecent("a.csv")
	back := Load(path)
	if len(back.Recent) != 2 || back.Recent[0] != "a.csv" || back.Recent[1] != "b.csv" || back.Theme != "dark" ||
		back.Layout.Fields != 0.25 {
		t.Errorf("remembered are %+v", back.Values)
	}
	for _, damaged := range []string{"{", `{"layout": {"width": -5}}`, `[]`} {
		if err := os.WriteFile(path, []byte(damaged), 0o600); err != nil {
			t.Fatal(err)
		}
		if p := Load(path); p.Layout != Usual {
			t.Errorf("%s: the layout is %+v", damaged, p.Layout)
		}
	}
}
