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
