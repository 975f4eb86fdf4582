package session

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"

	"cardinal/data"
	"cardinal/data/load"
	"cardinal/internal/localfile"
	"cardinal/ui/look/lang"
)

var errOneLine = errors.New(lang.Key("the clipboard holds one line of text and no table: copy the names of " +
	"columns and the rows below them"))

// scrap is a temporary file with the table that was pasted, or that CompareRows made.
type scrap struct {
	path   string
	remove func()
}

// Paste opens what get reads from the clipboard: a text with a table, an address, or files.
func (s *Session) Paste(get func(context.Context) (text []byte, files []string, err error)) {
	type found struct {
		scrap
		files []string
	}
	start(s, &s.load, Work{What: lang.L("Pasting a table"), Done: -1, Load: true},
		func(ctx context.Context, _ func(string, float64)) (f found, err error) {
			var text []byte
			if text, f.files, err = get(ctx); err != nil || len(f.files) > 0 {
				return f, err
			}
			// a web page may be one line
			trimmed := bytes.TrimSpace(text)
			if address := string(trimmed); load.IsAddress(address) && !strings.Contains(address, " ") {
				f.files = []string{load.Absolute(address)}
				return f, nil
			}
			if !bytes.ContainsAny(trimmed, "\r\n") &&
				!bytes.HasPrefix(trimmed, []byte("<")) {
				return f, errOneLine
			}
			f.path, f.remove, err = s.files.Paste(text)
			return f, err
		},
		func(f found, err error) {
			switch {
			case errors.Is(err, context.Canceled):
			case err != nil:
				s.screen.Say(Failure(err))
			case len(f.files) > 0:
				s.Open(load.Join(f.files...))
			default:
				s.scraps = append(s.scraps, f.scrap)
				s.Open(f.path)
			}
		})
}

// NameOf returns the name of a table for a person. A pasted table is called the clipboard in the window's language.
func NameOf(t *data.Table) string { return nameAt(t.Path, t.Name) }

// nameAt returns the name of the table at a path for a person.
func nameAt(path, name string) string {
	if name == localfile.Pasted && localfile.IsPasted(path) { // a table of changes has a name of its own
		return lang.L("Clipboard")
	}
	return name
}

// Pasted reports whether the open table was pasted. Its file is removed when another table opens or the window
// closes.
func (s *Session) Pasted() bool { return s.base != nil && s.pasted(s.base.Path) }

func (s *Session) pasted(path string) bool {
	return slices.ContainsFunc(s.scraps, func(p scrap) bool { return p.path == path })
}

// sweep removes all temporary files except the one at a path.
func (s *Session) sweep(but string) {
	s.scraps = slices.DeleteFunc(s.scraps, func(p scrap) bool {
		if p.path != but {
			p.remove()
		}
		return p.path != but
	})
}
