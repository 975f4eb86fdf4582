package glyph

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/unicode/bidi"
)

// drawn returns a text as the toolkit draws it with words and signs in two fonts. The runs of the text, and within
// them the pieces of each font, stand as they are stored, each piece in its own direction. Marks are invisible.
func drawn(t *testing.T, s string) string {
	t.Helper()
	var p bidi.Paragraph
	if _, err := p.SetString(s); err != nil {
		t.Fatal(err)
	}
	order, err := p.Order()
	if err != nil {
		t.Fatal(err)
	}
	runes, from := []rune(s), 0
	var b strings.Builder
	piece := func(rtl bool, text []rune) {
		if rtl {
			text = slices.Clone(text)
			slices.Reverse(text)
		}
		b.WriteString(string(text))
	}
	for i := range order.NumRuns() {
		run := order.Run(i)
		_, last := run.Pos()
		rtl := run.Direction() == bidi.RightToLeft
		var word []rune
		for _, r := range runes[from : last+1] {
			if string(r) == leftToRight || string(r) == rightToLeft {
				continue
			}
			if len(word) > 0 && joins(word[0]) != joins(r) {
				piece(rtl, word)
				word = nil
			}
			word = append(word, r)
		}
		piece(rtl, word)
		from = last + 1
	}
	return b.String()
}

// TestOrdered compares the order in which the toolkit draws texts with that of UAX #9. A sign in a piece from
// right to left is mirrored when it is drawn, and not here.
func TestOrdered(t *testing.T) {
	all := maps.Clone(ordered)
	maps.Copy(all, map[string]string{
		"":                   "",
		"abc (12)":           "abc (12)",
		"שלום (12)":          ")12( םולש",
		"שלום (abc) עולם":    "םלוע )abc( םולש",
		"abc (שלום) def":     "abc (םולש) def",
		"מחיר 12.50 (2024)…": "…)2024( 12.50 ריחמ",
	})
	for text, want := range all {
		if got := drawn(t, Reorder(text)); got != want {
			t.Errorf("%q is drawn %q, want %q", text, got, want)
		}
		if once := Reorder(text); Reorder(once) != once {
			t.Errorf("%q is ordered twice", text)
		}
	}
	for _, text := range []string{"abc", "שלום", "naïve – 12 €", "日本語"} {
		if got := Reorder(text); got != text {
			t.Errorf("%q becomes %q", text, got)
		}
	}
}
