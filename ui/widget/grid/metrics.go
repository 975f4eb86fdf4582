package grid

import (
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"cardinal/engine/pivot"
	"cardinal/internal/glyph"
	"cardinal/internal/separators"
)

// metrics are the font faces and the sizes for a frame, in device pixels. They depend on the scale, the theme and the
// text size.
type metrics struct {
	scale    float32 // device pixels per unit of the toolkit
	textSize float32
	fonts    [3]fyne.Resource

	regular, bold, italic *glyph.Face

	minus    string // the minus sign of figures: the best one that both faces have
	rowH     int
	baseline int // distance from the upper edge of a row
	padX     int // distance from the edge of a cell to its text
	fold     int // width for a fold triangle
	line     int // thickness of a line
	gutter   int
	reach    int // greatest distance from a border at which the border is hit
}

// metricsFor returns m if the scale, the text size and the fonts are unchanged. Otherwise it returns new metrics, whose
// faces call ready when they have found a font for missing glyphs.
func metricsFor(m *metrics, th fyne.Theme, scale float32, ready func()) *metrics {
	size := th.Size(theme.SizeNameText)
	fonts := [3]fyne.Resource{th.Font(fyne.TextStyle{}), th.Font(fyne.TextStyle{Bold: true}),
		th.Font(fyne.TextStyle{Italic: true})}
	if m != nil && m.scale == scale && m.textSize == size && m.fonts == fonts {
		return m
	}
	px := size * scale
	substitutes := parseAll(fonts[0], theme.DefaultTextFont(), theme.DefaultSymbolFont(),
		theme.DefaultTextMonospaceFont(), theme.DefaultEmojiFont())
	face := func(r fyne.Resource, bold bool) *glyph.Face {
		f, err := glyph.Parse(r.Content())
		if err != nil {
			fyne.LogError("The theme's font "+r.Name()+" cannot be used", err)
			f = substitutes[0]
		}
		made := glyph.NewFace(f, px, bold, substitutes...)
		made.Ready = ready
		return made
	}
	if len(substitutes) == 0 {
		panic("BUG: no bundled font can be parsed")
	}
	m = &metrics{
		scale: scale, textSize: size, fonts: fonts,
		regular: face(fonts[0], false), bold: face(fonts[1], true), italic: face(fonts[2], false),
	}
	for _, m.minus = range []string{"−", "–", "-"} {
		if r := []rune(m.minus)[0]; m.regular.Has(r) && m.bold.Has(r) {
			break
		}
	}
	text := int(math.Round(float64(px) * 1.2))
	m.rowH = text + m.px(8)
	m.baseline = (m.rowH + m.regular.CapHeight() + 1) / 2
	m.padX = m.px(8)
	m.fold = m.px(14)
	m.line = max(1, int(scale))
	m.gutter = m.px(10)
	m.reach = m.px(4)
	return m
}

// withMinus returns the text s of a cell with the minus sign of m instead of a hyphen. It does so for negative numbers
// and for negative edges of bins.
func (m *metrics) withMinus(c *pivot.Cell, s string) string {
	v := c.Value
	if !c.Of.IsNull() {
		v = c.Of
	}
	return c.Format.Minus(s, v, m.minus)
}

// half returns the width of ".5", as in 2.5.
func (m *metrics) half() int { return m.bold.Width(separators.Show(".5")) }

// px converts units of the toolkit to device pixels.
func (m *metrics) px(units float32) int { return int(math.Round(float64(units * m.scale))) }

func parseAll(resources ...fyne.Resource) []*glyph.Font {
	var fonts []*glyph.Font
	for _, r := range resources {
		if f, err := glyph.Parse(r.Content()); err == nil {
			fonts = append(fonts, f)
		}
	}
	return fonts
}

// scaleOf returns the scale at which a width in units is w device pixels. Since w was rounded, it returns the nearest
// multiple of a tenth or of an eighth: every scale is such a multiple.
func scaleOf(w int, width float32) float32 {
	if width <= 0 {
		return 1
	}
	const step = 40
	return max(step/4, float32(math.Round(float64(w)/float64(width)*step))) / step
}
