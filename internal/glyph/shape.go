package glyph

import (
	"math"
	"unicode"

	"github.com/go-text/typesetting/di"
	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/shaping"
	"golang.org/x/image/math/fixed"

	"cardinal/internal/each"
)

// line is a text as drawn: glyphs from left to right.
type line struct {
	glyphs  []placed
	advance int // in 64ths of a pixel
}

// placed is a glyph of a line.
type placed struct {
	*glyph
	x    int // the pen position, in 64ths of a pixel from the start of the line
	dy   int // below the baseline, in pixels
	from int // the first rune that the glyph stands for; -1: a mark that the text does not have
}

// maxLines is how many lines a face remembers. A screen shows some hundreds.
const maxLines = 4096

// joined are the runes whose glyphs depend on neighbours or whose order on the screen differs from that of the text:
// combining marks, right-to-left scripts, scripts of South and South-East Asia, their controls, flags, and skin
// tones.
var joined = &unicode.RangeTable{
	R16: []unicode.Range16{
		{0x0300, 0x036F, 1}, {0x0483, 0x0489, 1}, {0x0590, 0x109F, 1}, {0x1100, 0x11FF, 1}, {0x1700, 0x1CFF, 1},
		{0x1DC0, 0x1DFF, 1},
		{0x200B, 0x200F, 1}, {0x2028, 0x202E, 1}, {0x2060, 0x206F, 1}, {0x20D0, 0x20FF, 1}, {0xA800, 0xABFF, 1},
		{0xD7B0, 0xD7FF, 1},
		{0xFB1D, 0xFDFF, 1}, {0xFE00, 0xFE0F, 1}, {0xFE20, 0xFE2F, 1}, {0xFE70, 0xFEFF, 1},
	},
	R32: []unicode.Range32{{0x10800, 0x11FFF, 1}, {0x1E000, 0x1EFFF, 1}, {0x1F1E6, 0x1F1FF, 1}, {0x1F3FB, 0x1F3FF, 1},
		{0xE0000, 0xE0FFF, 1}},
}

// isSimple reports whether the runes of s can be drawn one by one, from left to right.
func isSimple(s string) bool {
	for _, r := range s {
		if r >= 0x300 && unicode.Is(joined, r) {
			return false
		}
	}
	return true
}

// line returns the glyphs of a text that is not simple.
func (f *Face) line(s string) *line {
	if l, ok := f.lines[s]; ok {
		return l
	}
	l, settled := f.shape(s)
	if settled {
		if len(f.lines) >= maxLines {
			clear(f.lines)
		}
		f.lines[s] = l
	}
	return l
}

// shape cuts a text into runs of one direction, script and font. It shapes each run and places the runs in the order
// of the Unicode bidirectional algorithm. settled is false while the font of a rune is unknown; the rune is then a
// box.
func (f *Face) shape(s string) (l *line, settled bool) {
	runes := []rune(s)
	for i, r := range runes {
		if unicode.IsControl(r) {
			runes[i] = ' '
		}
	}
	runes, at := markBrackets(runes)
	fonts := &fontsOf{face: f, settled: true}
	pieces := f.segmenter.Split(shaping.Input{Text: runes, RunEnd: len(runes), Direction: di.DirectionLTR}, fonts)
	l = &line{}
	for _, run := range visualOrder(pieces) {
		run.Size = fixed.I(int(run.Face.Upem())) // makes the unit of lengths 1/64 of a font unit
		scale := float64(f.size) / float64(run.Face.Upem())
		length := func(v fixed.Int26_6) int { return int(math.Round(float64(v) * scale)) } // in 64ths of a pixel
		for _, g := range f.shaper.Shape(run.Input).Glyphs {
			p := placed{glyph: f.glyphByID(run.Face, g.GlyphID), from: g.TextIndex(), x: l.advance}
			if at != nil {
				p.from = at[p.from]
			}
			if p.box {
				l.advance += p.advance
			} else {
				p.x += length(g.XOffset)
				p.dy = -(length(g.YOffset) + 32) >> 6
				l.advance += length(g.Advance)
			}
			l.glyphs = append(l.glyphs, p)
		}
	}
	return l, fonts.settled
}

// glyphByID returns the glyph with an index in a font. Its advance is not set, because the shaped line has the
// positions.
func (f *Face) glyphByID(from *font.Face, id font.GID) *glyph {
	key := glyphOf{from, id}
	g, ok := f.byID[key]
	if !ok {
		if _, outline := outlineOf(from, id); id == 0 || !outline {
			g = f.boxGlyph()
		} else {
			g = &glyph{font: from, id: id, scale: f.size / float32(from.Upem())}
			if from != f.own {
				g = f.smear(g)
			}
		}
		f.byID[key] = g
	}
	return g
}

type glyphOf struct {
	font *font.Face
	id   font.GID
}

// fontsOf chooses the font of each rune of a text: the first of these fonts that has the rune:
//   - the font of the face;
//   - for a symbol, a substitute: the substitutes have the emoji whose parts join;
//   - an installed font: the monospaced substitute has Arabic letters without their joined forms;
//   - a substitute.
type fontsOf struct {
	face    *Face
	settled bool // false: the search for a font is not over
}

var _ shaping.Fontmap = (*fontsOf)(nil)

// ResolveFace implements shaping.Fontmap.
func (o *fontsOf) ResolveFace(r rune) *font.Face {
	f := o.face
	if f.Has(r) {
		return f.own
	}
	if unicode.Is(unicode.S, r) {
		if s := f.substitute(r); s != nil {
			return s
		}
	}
	found, known := installed.lookup(r)
	if !known {
		o.settled = false
		if !f.box[r] {
			f.box[r] = true
			installed.ask(r, f.Ready)
		}
	} else {
		delete(f.box, r)
	}
	if found != nil {
		if face := f.installedFace(found); f.glyphFrom(face, r) != nil {
			return face
		}
	}
	if s := f.substitute(r); s != nil {
		return s
	}
	return f.own
}

// substitute returns the first substitute that draws r, or nil.
func (f *Face) substitute(r rune) *font.Face {
	return each.First(f.substitutes, func(s *font.Face) bool { return f.glyphFrom(s, r) != nil })
}

// installedFace returns the face of an installed font, always the same one.
func (f *Face) installedFace(parsed *font.Font) *font.Face {
	face, ok := f.installed[parsed]
	if !ok {
		face = font.NewFace(parsed)
		f.installed[parsed] = face
	}
	return face
}
