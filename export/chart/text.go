package chart

import (
	"math"
	"strings"

	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"

	"cardinal/internal/each"
	"cardinal/internal/glyph"
)

// The sizes of texts.
const (
	small  = 11.0
	header = 15.0
)

// fonts draws and measures texts at a scale. Only one goroutine may use it.
type fonts struct {
	regular, bold *glyph.Font
	substitutes   []*glyph.Font
	scale         float64
	faces         map[face]*glyph.Face
}

type face struct {
	size float64
	bold bool
}

func newFonts(l Look) (fonts, error) {
	f := fonts{scale: l.Scale, faces: map[face]*glyph.Face{}}
	files := [2][]byte{l.Regular, l.Bold}
	if files[0] == nil || files[1] == nil {
		files = [2][]byte{goregular.TTF, gobold.TTF}
	}
	var err error
	if f.regular, err = glyph.Parse(files[0]); err != nil {
		return f, err
	}
	if f.bold, err = glyph.Parse(files[1]); err != nil {
		return f, err
	}
	f.substitutes, err = each.Try(l.Substitutes, glyph.Parse)
	return f, err
}

func (f *fonts) face(size float64, bold bool) *glyph.Face {
	key := face{size, bold}
	if f.faces[key] == nil {
		font := f.regular
		if bold {
			font = f.bold
		}
		f.faces[key] = glyph.NewFace(font, float32(size*f.scale), bold, f.substitutes...)
	}
	return f.faces[key]
}

// width returns the length of a text.
func (f *fonts) width(s string, size float64, bold bool) float64 {
	one := f.face(size, bold)
	one.Find(s)
	return float64(one.Width(s)) / f.scale
}

// minus returns a minus sign or, if the font has none, a hyphen.
func (f *fonts) minus() string {
	for _, minus := range "−–" {
		if f.face(small, false).Has(minus) {
			return string(minus)
		}
	}
	return "-"
}

// withMinus replaces the hyphen before a negative number by the minus sign of the font.
func (f *fonts) withMinus(number string) string {
	if digits, negative := strings.CutPrefix(number, "-"); negative {
		return f.minus() + digits
	}
	return number
}

// fit shortens a text to a width, with an ellipsis at the end, if the text is longer.
func (f *fonts) fit(s string, size float64, bold bool, width float64) string {
	s = strings.Join(strings.Fields(s), " ") // a label may have line breaks
	if f.width(s, size, bold) <= width {
		return s
	}
	n, _ := f.face(size, bold).Fit(s, int(math.Floor(width*f.scale)))
	return strings.TrimSpace(s[:n]) + "…"
}

// wrap breaks a text into at most `most` lines of the given width. If the text is too long, the last line ends with an
// ellipsis.
func (f *fonts) wrap(s string, size float64, bold bool, width float64, most int) (lines []string) {
	words := strings.Fields(s)
	for len(words) > 0 {
		n := 1
		for n < len(words) && f.width(strings.Join(words[:n+1], " "), size, bold) <= width {
			n++
		}
		if len(lines) == most-1 {
			n = len(words)
		}
		lines = append(lines, f.fit(strings.Join(words[:n], " "), size, bold, width))
		words = words[n:]
	}
	return lines
}
