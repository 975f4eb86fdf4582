package prefs

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"cardinal/ui/look/theme"
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

// TestOlderPreferences reads preferences that Cardinal wrote before 1.0.0, with a panel that opened by itself.
func TestOlderPreferences(t *testing.T) {
	path := filepath.Join(t.TempDir(), "window.json")
	text := `{"theme": "dark", "recent": ["/data/sales.csv", "clickhouse://host/db?table=t"], "folder": "/out",
		"layout": {"width": 1500, "height": 900, "fields": 0.2, "panel": 0.7, "maximized": true}, "scale": 150,
		"numbers": "de-DE", "names": "fr", "week_start": "sunday", "profiler": "auto", "sections": ["memory"],
		"barred": ["gpu"], "memory_mb": 2048, "read_anew": true, "toured": true}`
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	want := Values{Theme: theme.Dark, Recent: []string{"/data/sales.csv", "clickhouse://host/db?table=t"},
		Folder: "/out", Layout: Layout{1500, 900, 0.2, 0.7, true}, Scale: 150, Numbers: "de-DE", Names: "fr",
		WeekStart: "sunday", Sections: []string{"memory"}, Barred: []string{"gpu"}, MemoryMB: 2048, ReadAnew: true,
		Toured: true}
	if got := Load(path); !reflect.DeepEqual(got.Values, want) {
		t.Errorf("read as %+v", got.Values)
	}
}
