package glyph

import (
	"bytes"
	"fmt"
	"sync"

	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/shaping"
)

// Face draws one font at one size. It caches glyphs and belongs to one goroutine.
type Face struct {
	// Ready is called from another goroutine when a font was found for a rune that was drawn as a box.
	Ready func()

	size        float32
	own         *font.Face
	substitutes []*font.Face
	bold        bool

	ascii [128]*glyph
	other map[rune]*glyph
	box   map[rune]bool // runes whose font is being searched
	digit int           // the advance of every digit

	// The caches of texts that are not simple (isSimple).
	segmenter shaping.Segmenter
	shaper    shaping.HarfbuzzShaper
	lines     map[string]*line
	byID      map[glyphOf]*glyph
	installed map[*font.Font]*font.Face
}

// NewFace returns a face with a size in pixels. Runes that f lacks come from the first substitute that has them.
func NewFace(f *Font, size float32, bold bool, substitutes ...*Font) *Face {
	face := &Face{size: size, bold: bold, own: font.NewFace(f.parsed), other: map[rune]*glyph{}, box: map[rune]bool{},
		lines: map[string]*line{}, byID: map[glyphOf]*glyph{}, installed: map[*font.Font]*font.Face{}}
	for _, s := range substitutes {
		face.substitutes = append(face.substitutes, font.NewFace(s.parsed))
	}
	for r := '0'; r <= '9'; r++ {
		face.digit = max(face.digit, face.load(r).advance)
	}
	for r := '0'; r <= '9'; r++ {
		g := face.load(r)
		g.shift = (face.digit - g.advance) / 2
		g.advance = face.digit
		face.ascii[r] = g
	}
	return face
}

// Has reports whether the font itself has a rune.
func (f *Face) Has(r rune) bool {
	id, ok := f.own.NominalGlyph(r)
	return ok && id != 0
}

// CapHeight returns the height of a capital letter in pixels.
func (f *Face) CapHeight() int {
	g := f.glyph('H')
	return g.maskAt(0).h
}

func (f *Face) glyph(r rune) *glyph {
	if r < 128 {
		if g := f.ascii[r]; g != nil {
			return g
		}
		g := f.load(r)
		f.ascii[r] = g
		return g
	}
	g, ok := f.other[r]
	if !ok || f.box[r] {
		g = f.load(r)
		f.other[r] = g
	}
	return g
}

func (f *Face) load(r rune) *glyph {
	if r < 32 || r == 127 {
		r = ' '
	}
	if g := f.glyphFrom(f.own, r); g != nil {
		return g
	}
	if s := f.substitute(r); s != nil {
		return f.smear(f.glyphFrom(s, r))
	}
	switch ft, known := installed.lookup(r); {
	case !known && !f.box[r]:
		f.box[r] = true
		installed.ask(r, f.Ready)
	case known:
		delete(f.box, r)
		if ft != nil {
			if g := f.glyphFrom(f.installedFace(ft), r); g != nil {
				return f.smear(g)
			}
		}
	}
	return f.boxGlyph()
}

// boxGlyph returns the glyph of a rune that no font has.
func (f *Face) boxGlyph() *glyph {
	return &glyph{box: true, scale: f.size, advance: int(f.size * 0.67 * 64)}
}

func (f *Face) smear(g *glyph) *glyph {
	if f.bold {
		g.bold = f.size / 24
	}
	return g
}

func (f *Face) glyphFrom(face *font.Face, r rune) *glyph {
	id, ok := face.NominalGlyph(r)
	if !ok || id == 0 {
		return nil
	}
	if _, ok := outlineOf(face, id); !ok && r != ' ' {
		return nil
	}
	scale := f.size / float32(face.Upem())
	return &glyph{font: face, id: id, scale: scale, advance: int(face.HorizontalAdvance(id)*scale*64 + 0.5)}
}

// Font is a parsed font file, safe for use by many goroutines.
type Font struct {
	parsed *font.Font
}

var parsed sync.Map // *byte of the first byte of a file to *Font

// Parse reads an OpenType or TrueType file. It parses a slice only once, and recognises the slice by its address.
func Parse(content []byte) (*Font, error) {
	if len(content) == 0 {
		return nil, fmt.Errorf("parse font: no content")
	}
	if f, ok := parsed.Load(&content[0]); ok {
		return f.(*Font), nil
	}
	face, err := font.ParseTTF(bytes.NewReader(content))
	if err != nil {
		return nil, fmt.Errorf("parse font of %d bytes: %w", len(content), err)
	}
	f := &Font{parsed: face.Font}
	parsed.Store(&content[0], f)
	return f, nil
}
