package glyph

import (
	"maps"
	"os"
	"path/filepath"
	"sync"

	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/fontscan"
	"github.com/go-text/typesetting/language"
)

// system finds installed fonts for runes. The search reads files, so it runs in a goroutine of its own that ends when
// no rune is left.
type system struct {
	mu      sync.Mutex
	found   map[rune]*font.Font // nil: no installed font has the rune
	queue   []rune
	waiting []func()
	running bool
	fonts   *fontscan.FontMap // used only by the goroutine
}

var installed = system{found: map[rune]*font.Font{}}

// lookup returns the font for r, nil if no font has it, and false if that is not known yet.
func (s *system) lookup(r rune) (*font.Font, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f, ok := s.found[r]
	return f, ok
}

// ask starts a search for r. Another goroutine calls ready after the search; ready may be nil.
func (s *system) ask(r rune, ready func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.queue = append(s.queue, r)
	if ready != nil {
		s.waiting = append(s.waiting, ready)
	}
	if !s.running {
		s.running = true
		go s.search()
	}
}

func (s *system) search() {
	for {
		s.mu.Lock()
		runes, waiting := s.queue, s.waiting
		s.queue, s.waiting = nil, nil
		s.running = len(runes) > 0
		s.mu.Unlock()
		if len(runes) == 0 {
			return
		}
		answers := make(map[rune]*font.Font, len(runes))
		for _, r := range runes {
			answers[r] = s.resolve(r)
		}
		s.mu.Lock()
		maps.Copy(s.found, answers)
		s.mu.Unlock()
		for _, ready := range waiting {
			ready()
		}
	}
}

// resolve returns the installed font for r, or nil. A damaged font file makes the library panic; then it returns nil.
func (s *system) resolve(r rune) (f *font.Font) {
	defer func() {
		if recover() != nil {
			f = nil
		}
	}()
	if s.fonts == nil {
		dir, err := os.UserCacheDir()
		if err != nil {
			dir = os.TempDir()
		}
		s.fonts = fontscan.NewFontMap(silent{})
		if s.fonts.UseSystemFonts(filepath.Join(dir, "cardinal")) != nil {
			return nil
		}
	}
	s.fonts.SetQuery(fontscan.Query{Families: []string{fontscan.SansSerif}})
	s.fonts.SetScript(language.LookupScript(r))
	face := s.fonts.ResolveFace(r)
	if face == nil {
		return nil
	}
	if id, ok := face.NominalGlyph(r); !ok || id == 0 {
		return nil
	}
	return face.Font
}

type silent struct{}

func (silent) Printf(string, ...any) {}

// Find searches the fonts of all runes of a text that the face lacks, and returns when the search is over. A text
// that is drawn once, into a file, then has no boxes.
func (f *Face) Find(s string) {
	if ascii(s) {
		return
	}
	var missing []rune
	for _, r := range s {
		if _, known := installed.lookup(r); !known && !f.Has(r) && f.substitute(r) == nil {
			missing = append(missing, r)
		}
	}
	if len(missing) == 0 {
		return
	}
	var found sync.WaitGroup
	for _, r := range missing {
		found.Add(1)
		installed.ask(r, found.Done)
	}
	found.Wait()
}

// ascii reports whether a text has no rune above 127.
func ascii(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}
