package glyph

import (
	"image"
	"image/color"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2/theme"
	"github.com/go-text/typesetting/font"
)

// arabic returns a face of the bundled font with Arabic letters.
func arabic(t testing.TB) *Face {
	t.Helper()
	f, err := Parse(theme.DefaultTextMonospaceFont().Content())
	if err != nil {
		t.Fatal(err)
	}
	return NewFace(f, 20, false)
}

// read returns the runes of a text in the order in which a face draws them, from left to right.
func (f *Face) read(s string) string {
	var b strings.Builder
	l, _ := f.shape(s)
	for _, g := range l.glyphs {
		if g.from < 0 {
			continue
		}
		b.WriteRune([]rune(s)[g.from])
	}
	return b.String()
}

// ordered are texts with their order on the screen by UAX #9.
var ordered = map[string]string{
	"שלום":                      "םולש",
	"שלום עולם":                 "םלוע םולש",
	"abc שלום def":              "abc םולש def",
	"abc שלום עולם def":         "abc םלוע םולש def",
	"abc שלום!":                 "abc םולש!",
	"abc שלום 12":               "abc 12 םולש",
	"abc שלום 12 def":           "abc 12 םולש def",
	"abc שלום 1,234.5 עולם def": "abc םלוע 1,234.5 םולש def",
	"abc 12 שלום":               "abc 12 םולש",
	"שלום abc":                  "abc םולש",
	"שלום 12 abc":               "abc 12 םולש",
	"שלום abc 12 עולם":          "םלוע abc 12 םולש",
	"12 שלום":                   "םולש 12",
	"שלום…":                     "…םולש",
	"abc שלום (אב) (def)":       "abc )בא( םולש (def)",
	"abc שלום [אב":              "abc בא[ םולש",
	"abc (אב) def":              "abc (בא) def",
	"abc שלום (אב cd אב) def":   "abc םולש (בא cd בא) def",
	"שלום (abc) def":            "def )abc( םולש",
}

// TestOrder compares the order of glyphs with that of UAX #9.
func TestOrder(t *testing.T) {
	f := regular(t, 14) // boxes have an order, too
	for text, want := range ordered {
		if got := f.read(text); got != want {
			t.Errorf("%q is drawn %q, want %q", text, got, want)
		}
	}
}

// TestArabicIsJoined compares letters within a word with the same letters alone.
func TestArabicIsJoined(t *testing.T) {
	f := arabic(t)
	const word = "سبب"
	if got := f.read(word); got != "ببس" {
		t.Errorf("the letters are drawn in the order %q", got)
	}
	alone := func(r rune) font.GID {
		l, _ := f.shape(string(r))
		return l.glyphs[0].id
	}
	l, settled := f.shape(word)
	if !settled || len(l.glyphs) != 3 {
		t.Fatalf("%d glyphs, settled: %v", len(l.glyphs), settled)
	}
	seen := map[font.GID]bool{}
	for _, g := range l.glyphs {
		if g.box || g.id == alone([]rune(word)[g.from]) && g.from < 2 {
			t.Errorf("letter %d has the form that it has alone", g.from)
		}
		seen[g.id] = true
	}
	if len(seen) != 3 {
		t.Error("a letter looks the same in the middle and at the end")
	}
}

// TestMarksStandOnTheirLetters compares a letter with an accent of its own with the one rune for both.
func TestMarksStandOnTheirLetters(t *testing.T) {
	f := regular(t, 20)
	if one, two := f.Width("Cafe\u0301"), f.Width("Cafe"); one != two {
		t.Errorf("an accent widens the text from %d to %d", two, one)
	}
	if n, cut := f.Fit("e\u0301e\u0301e\u0301e\u0301", f.Width("ee…")); !cut || n%3 != 0 {
		t.Errorf("cut after %d bytes", n)
	}
}

func TestShapedTextIsCut(t *testing.T) {
	f := arabic(t)
	s := strings.Repeat("سلام ", 8) + "abc"
	all := f.Width(s)
	if n, cut := f.Fit(s, all); n != len(s) || cut {
		t.Errorf("in its own width: %d bytes, cut %v", n, cut)
	}
	for width := 10; width < all; width += 7 {
		n, cut := f.Fit(s, width)
		if !cut || n > 0 && f.Width(s[:n]+"…") > width {
			t.Fatalf("%d bytes in %d pixels, cut %v", n, width, cut)
		}
		dst := image.NewRGBA(image.Rect(0, 0, all, 40))
		end := f.DrawFit(dst, dst.Rect, 0, 28, width, s, color.RGBA{255, 255, 255, 255})
		if end > width {
			t.Fatalf("drawn to %d of %d pixels", end, width)
		}
	}
}

// TestLatinIsNotShaped keeps the fast way for what a table mostly holds.
func TestLatinIsNotShaped(t *testing.T) {
	for _, s := range []string{"", "plain", "Ärger im Büro", "Ελληνικά", "Кириллица", "日本語", "한국어", "−1,234.5 ≈ €",
		"“quoted” – …", "\t\n"} {
		if !isSimple(s) {
			t.Errorf("%q is shaped", s)
		}
	}
	for _, s := range []string{"שלום", "سلام", "हिन्दी", "ไทย", "e\u0301", "a\u200Bb", "\U0001E900"} {
		if isSimple(s) {
			t.Errorf("%q is not shaped", s)
		}
	}
}

func TestLinesAreRemembered(t *testing.T) {
	f := arabic(t)
	if first := f.line("سلام"); first != f.line("سلام") {
		t.Error("a text is shaped at each drawing")
	}
	for i := range maxLines + 10 {
		f.line("سلام" + strings.Repeat("x", i%7) + string(rune('0'+i%10)) + string(rune(0x4E00+i)))
	}
	if len(f.lines) > maxLines {
		t.Errorf("%d lines are remembered", len(f.lines))
	}
}

func BenchmarkDrawShaped(b *testing.B) {
	f := arabic(b)
	dst := image.NewRGBA(image.Rect(0, 0, 200, 30))
	for b.Loop() {
		f.Draw(dst, dst.Rect, 5, 20, "سلام عليكم 12", color.RGBA{0, 0, 0, 255})
	}
}

// TestEmoji draws emoji by the outlines of the toolkit's font: alone, as a flag of two letters, and with a skin tone.
// If the font has no joined glyph, the parts are drawn. None is a box.
func TestEmoji(t *testing.T) {
	own, err := Parse(theme.DefaultTextFont().Content())
	if err != nil {
		t.Fatal(err)
	}
	emoji, err := Parse(theme.DefaultEmojiFont().Content())
	if err != nil {
		t.Fatal(err)
	}
	f := NewFace(own, 20, false, emoji)
	for text, glyphs := range map[string]int{"🍎": 1, "a🚀": 2, "👍🏽": 1, "🇩🇪": 1, "👩‍🚀": 2, "❤️": 1} {
		f.Width(text)
		for range 200 { // until the fonts of the system are looked through
			if _, settled := f.shape(text); settled {
				break
			}
			time.Sleep(10 * time.Millisecond)
		}
		l, _ := f.shape(text)
		drawn := 0
		for _, g := range l.glyphs {
			m := g.maskAt(0)
			if g.box {
				t.Errorf("%s is drawn as a box", text)
			}
			if len(m.pix) > 0 {
				drawn++
			}
		}
		if drawn != glyphs {
			t.Errorf("%s has %d glyphs, want %d", text, drawn, glyphs)
		}
	}
}
