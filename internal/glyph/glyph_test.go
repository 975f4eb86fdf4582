package glyph

import (
	"image"
	"image/color"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2/theme"
)

func regular(t testing.TB, size float32) *Face {
	t.Helper()
	f, err := Parse(theme.DefaultTextFont().Content())
	if err != nil {
		t.Fatal(err)
	}
	return NewFace(f, size, false)
}

func TestParse(t *testing.T) {
	if _, err := Parse([]byte("not a font")); err == nil {
		t.Error("a font of ten letters")
	}
	if _, err := Parse(nil); err == nil {
		t.Error("a font of nothing")
	}
	a, _ := Parse(theme.DefaultTextFont().Content())
	b, _ := Parse(theme.DefaultTextFont().Content())
	if a != b {
		t.Error("parsed twice")
	}
}

func TestDigitsAreOfOneWidth(t *testing.T) {
	for _, size := range []float32{11, 13, 19.5, 26} {
		f := regular(t, size)
		for r := '0'; r <= '9'; r++ {
			if f.glyph(r).advance != f.digit {
				t.Errorf("size %v: %c is %d wide, not %d", size, r, f.glyph(r).advance, f.digit)
			}
		}
	}
}

func TestFit(t *testing.T) {
	f := regular(t, 14)
	const s = "Ärger im Büro"
	if n, cut := f.Fit(s, f.Width(s)); n != len(s) || cut {
		t.Errorf("in its own width: %d bytes, cut %v", n, cut)
	}
	for width := range f.Width(s) {
		n, cut := f.Fit(s, width)
		if !cut {
			t.Fatalf("not cut in %d pixels", width)
		}
		if !strings.HasPrefix(s, s[:n]) || strings.ContainsRune(s[:n], '\uFFFD') {
			t.Fatalf("cut within a rune: %q", s[:n])
		}
		if n > 0 && f.Width(s[:n]+"…") > width+1 {
			t.Errorf("%q and an ellipsis need %d of %d pixels", s[:n], f.Width(s[:n]+"…"), width)
		}
	}
}

func TestDrawStaysInClip(t *testing.T) {
	f := regular(t, 20)
	dst := image.NewRGBA(image.Rect(0, 0, 60, 40))
	clip := image.Rect(20, 10, 35, 25)
	f.Draw(dst, clip, -5, 28, "Wgy|jQ@Wgy|jQ@", color.RGBA{255, 255, 255, 255})
	painted := 0
	for y := range 40 {
		for x := range 60 {
			if dst.RGBAAt(x, y) == (color.RGBA{}) {
				continue
			}
			painted++
			if !image.Pt(x, y).In(clip) {
				t.Fatalf("painted %d,%d, outside the clip", x, y)
			}
		}
	}
	if painted == 0 {
		t.Error("nothing painted")
	}
}

func TestBlendKeepsExactColours(t *testing.T) {
	dst := image.NewRGBA(image.Rect(0, 0, 2, 1))
	for i := range dst.Pix {
		dst.Pix[i] = 255
	}
	m := &mask{pix: []uint8{128, 255}, w: 2, h: 1}
	blend(dst, dst.Rect, m, 0, 0, color.RGBA{255, 255, 255, 255})
	if dst.RGBAAt(0, 0) != (color.RGBA{255, 255, 255, 255}) {
		t.Errorf("white on white is %v", dst.RGBAAt(0, 0))
	}
	blend(dst, dst.Rect, m, 0, 0, color.RGBA{10, 20, 30, 255})
	if dst.RGBAAt(1, 0) != (color.RGBA{10, 20, 30, 255}) {
		t.Errorf("full coverage gives %v", dst.RGBAAt(1, 0))
	}
}

func TestMissingRune(t *testing.T) {
	f := regular(t, 14)
	ready := make(chan bool, 8)
	f.Ready = func() { ready <- true }
	const unassigned = '\U000F1234'
	if g := f.glyph(unassigned); !g.box || f.Width(string(unassigned)) == 0 {
		t.Fatal("no box for a rune without a font")
	}
	select {
	case <-ready:
	case <-time.After(30 * time.Second):
		t.Fatal("the search does not end")
	}
	if !f.glyph(unassigned).box || len(f.box) != 0 {
		t.Error("a font was found for a private rune, or it is still looked for")
	}
	sub, err := Parse(theme.DefaultSymbolFont().Content())
	if err != nil {
		t.Fatal(err)
	}
	if g := NewFace(sub, 14, false, mustParse(t)).glyph('ß'); g.box {
		t.Error("the substitute was not asked")
	}
}

func mustParse(t *testing.T) *Font {
	f, err := Parse(theme.DefaultTextFont().Content())
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func BenchmarkDraw(b *testing.B) {
	f := regular(b, 14)
	dst := image.NewRGBA(image.Rect(0, 0, 200, 30))
	for b.Loop() {
		f.Draw(dst, dst.Rect, 5, 20, "1,234,567.89", color.RGBA{0, 0, 0, 255})
	}
}

func TestLeftToRight(t *testing.T) {
	for text, want := range map[string]string{"": "", "2: text": "2: text", "name: שם": "name: שם",
		"שם: text": "\u200eשם: text", " مرحبا": "\u200e مرحبا"} {
		if got := LeftToRight(text); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
