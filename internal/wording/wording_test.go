package wording

import (
	"encoding/json"
	"testing"
)

// TestWords translates in German and in English, and reads back the texts that were said, and no other.
func TestWords(t *testing.T) {
	german, err := Read("de", []byte(`{"Total": "Gesamt",
		"{{.N}} rows": {"one": "{{.N}} Zeile", "other": "{{.N}} Zeilen"},
		"{{.List}} and {{.Last}}": "{{.List}} und {{.Last}}", "never said": "nie gesagt"}`))
	if err != nil {
		t.Fatal(err)
	}
	said := func(w *Words) string {
		return w.L("Total") + " " + w.N("{{.N}} row", "{{.N}} rows", 1) + " " + w.And([]string{"a", "b", "c"}) +
			" " + w.Tag()
	}
	if got, want := said(nil), "Total 1 row a, b and c en"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	recorded := german.Recorded()
	if got, want := said(recorded), "Gesamt 1 Zeile a, b und c de"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	text, err := json.Marshal(recorded)
	if err != nil {
		t.Fatal(err)
	}
	var back Words
	if err := json.Unmarshal(text, &back); err != nil {
		t.Fatal(err)
	}
	if got, want := said(&back), said(german); got != want || back.L("never said") != "never said" ||
		back.N("{{.N}} row", "{{.N}} rows", 2) != "2 Zeilen" {
		t.Errorf("%s gives %q, want %q", text, got, want)
	}
}

// TestSentence translates texts with their values, and does so again with the words that were said.
func TestSentence(t *testing.T) {
	german, err := Read("de", []byte(`{"whole numbers (note)": "ganze Zahlen", "never (note)": "nie",
		"{{.1}} of {{.2}} files (note)": {"one": "{{.1}} Datei von {{.2}}", "other": "{{.1}} Dateien von {{.2}}"},
		"{{.1}} read: {{.2}}; others left (note)": "{{say .1}} gelesen: {{.2}}; andere nicht",
		"only lists: (note)": "nur Listen:", "cannot open {{.1}}: (note)": "{{.1}} ist zu:",
		"{{.1}} rows (in a note)": "{{.1}} Zeilen"}`))
	if err != nil {
		t.Fatal(err)
	}
	recorded := german.Recorded()
	said := map[string]string{
		"a: whole numbers; unknown; 1 of 3 files": "a: ganze Zahlen; unknown; 1 Datei von 3",
		"1,200 of 3 files":                        "1,200 Dateien von 3", "3 rows": "3 rows", "whole": "whole", "": "",
		"a: b: 3 rows, 4 rows read: 2 rows; others left": "a: b: 3 Zeilen, 4 Zeilen gelesen: 2 rows; andere nicht",
		"3 rows and more read: ; others left":            "3 rows and more gelesen: ; andere nicht",
		"only lists: whole numbers":                      "nur Listen: ganze Zahlen",
		"cannot open a: cannot open b.csv: gone":         "a ist zu: b.csv ist zu: gone",
		"x: cannot open a: whole numbers; 1 of 3 files":  "x: a ist zu: ganze Zahlen; 1 Datei von 3",
		"cannot open a": "cannot open a",
	}
	check := func(w *Words) {
		t.Helper()
		for text, want := range said {
			if got := w.Sentence(text); got != want {
				t.Errorf("%q is %q, want %q", text, got, want)
			}
		}
	}
	check(recorded)
	text, err := json.Marshal(recorded)
	if err != nil {
		t.Fatal(err)
	}
	var back Words
	if err := json.Unmarshal(text, &back); err != nil {
		t.Fatal(err)
	}
	if check(&back); back.Sentence("never") != "never" || (*Words)(nil).Sentence("never") != "never" {
		t.Errorf("%s", text)
	}
}
