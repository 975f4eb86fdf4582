package lang_test

import (
	"encoding/json"
	"flag"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"

	"cardinal/ui/look/lang"
)

// list is the path to write all keys to, for a person who translates.
var list = flag.String("keys", "", "write the texts of the window to this file")

// TestKeys lists the texts of the window.
func TestKeys(t *testing.T) {
	all := keys(t)
	if len(all) < 1000 {
		t.Errorf("%d texts are found", len(all))
	}
	if *list == "" {
		return
	}
	out := map[string]any{}
	for text, k := range all {
		if out[text] = k.where; k.one != "" {
			out[text] = map[string]string{"one": k.one, "other": text, "where": k.where}
		}
	}
	data, err := json.MarshalIndent(out, "", "  ")
	if err == nil {
		err = os.WriteFile(*list, data, 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestCatalogues compares every catalogue with the texts of the window: it has a translation of each, with the same
// values and the forms of plurals that the language needs, and no other.
func TestCatalogues(t *testing.T) {
	all := keys(t)
	paths, _ := filepath.Glob("catalogue/*.json")
	if len(paths) != len(lang.Languages())-1 {
		t.Errorf("%d catalogues, and %d languages besides English", len(paths), len(lang.Languages())-1)
	}
	for _, path := range paths {
		t.Run(path, func(t *testing.T) {
			for text := range catalogue(t, path) {
				if _, known := all[text]; !known {
					t.Errorf("no text of the window is %q", text)
				}
			}
			has := catalogue(t, path)
			needed := formsOf(strings.TrimSuffix(filepath.Base(path), ".json"))
			for text, k := range all {
				forms, there := has[text]
				if !there {
					t.Errorf("%q (%s) has no translation", text, k.where)
					continue
				}
				want := []string{"other"}
				if k.one != "" {
					want = needed
				}
				got := slices.Sorted(maps.Keys(forms))
				if strings.HasSuffix(text, "note)") && len(got) > 1 { // most notes need no forms
					want = needed
				}
				if !slices.Equal(got, want) {
					t.Errorf("%q has the forms %v, and needs %v", text, got, want)
				}
				for form, said := range forms {
					if problem := compare(text, k, form, said); problem != "" {
						t.Errorf("%q: %q %s", text, said, problem)
					}
				}
			}
		})
	}
}

// compare says what is wrong with a translation; "" if nothing is.
func compare(text string, k key, form, said string) string {
	if strings.TrimSpace(said) == "" {
		return "is empty"
	}
	if strings.TrimSpace(said) != said && strings.TrimSpace(text) == text {
		return "has blanks at an end"
	}
	want, got := values(text), values(strings.ReplaceAll(said, "{{say .", "{{."))
	if form == "one" { // a text about one thing may leave its number out
		want, got = without(want), without(got)
	}
	if strings.Contains(text, `as in 0.0`) && strings.Count(said, `"`) != strings.Count(text, `"`) {
		return "has a number format with quotes that formats do not have"
	}
	if k.named { // its English text may have no values
		return ""
	}
	if !slices.Equal(got, want) {
		return "has the values " + strings.Join(got, " ") + ", and the English text has " + strings.Join(want, " ")
	}
	return ""
}

// value matches a value of a template.
var value = regexp.MustCompile(`\{\{[^}]*\}\}`)

func values(text string) []string {
	return slices.Compact(slices.Sorted(slices.Values(value.FindAllString(text, -1))))
}

// without leaves the number out.
func without(values []string) []string {
	return slices.DeleteFunc(values, func(v string) bool { return v == "{{.N}}" })
}

// formsOf returns the forms that numbers have in a language, sorted.
func formsOf(tag string) []string {
	names := map[plural.Form]string{plural.Zero: "zero", plural.One: "one", plural.Two: "two", plural.Few: "few",
		plural.Many: "many", plural.Other: "other"}
	forms := map[string]bool{}
	for n := range 1000 {
		forms[names[plural.Cardinal.MatchPlural(language.Make(tag), n, 0, 0, 0, 0)]] = true
	}
	return slices.Sorted(maps.Keys(forms))
}

// catalogue reads a catalogue as it stands.
func catalogue(t *testing.T, path string) map[string]map[string]string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var raw map[string]json.RawMessage
	if err := json.Unmarshal(data, &raw); err != nil {
		t.Fatal(err)
	}
	all := map[string]map[string]string{}
	for text, r := range raw {
		forms := map[string]string{}
		if json.Unmarshal(r, &forms) != nil {
			var said string
			if err := json.Unmarshal(r, &said); err != nil {
				t.Fatalf("%q: %v", text, err)
			}
			forms = map[string]string{"other": said}
		}
		all[text] = forms
	}
	return all
}

// TestTranslate translates with values, numbers, and a text that no catalogue has.
func TestTranslate(t *testing.T) {
	defer func() { _ = lang.Use("en") }()
	row := func(n int) string { return lang.N("{{.N}} row", "{{.N}} rows", n) }
	for _, c := range []struct {
		locale string
		of     func() string
		want   string
	}{
		{"en", func() string { return row(1) }, "1 row"},
		{"en", func() string { return row(1000) }, "1,000 rows"},
		{"de-AT", func() string { return row(1) }, "1 Zeile"},
		{"de", func() string { return row(10_000_001) }, "10,000,001 Zeilen"},
		{"xx", func() string { return row(2) }, "2 rows"},
		{"", func() string { return row(2) }, "2 rows"},
		{"de", func() string { return lang.L("a text that no catalogue has") }, "a text that no catalogue has"},
		{"de", func() string {
			return lang.L("{{.Read}} of {{.Size}}", lang.With{"Read": "{{.Size}}", "Size": 7})
		}, "{{.Size}} von 7"},
		{"de", func() string { return lang.X("Open (a state)", "Open") }, "Geöffnet"},
		{"en", func() string { return lang.X("Open (a state)", "Open") }, "Open"},
		{"de", func() string { return lang.InSentence("Rang") }, "Rang"},
		{"en", func() string { return lang.InSentence("Rank") }, "rank"},
	} {
		if err := lang.Use(c.locale); err != nil {
			t.Fatal(err)
		}
		if got := c.of(); got != c.want {
			t.Errorf("%s: %q, want %q", c.locale, got, c.want)
		}
	}
}
