package cli

import (
	"io"
	"os"
	"unicode"

	"golang.org/x/text/runes"
	"golang.org/x/text/transform"
)

// Streams are the standard output, error and input of a command. In may be nil.
type Streams struct {
	Out, Err io.Writer
	In       io.Reader
	// asks an open window to show a pivot of the table at a path, and reports whether a window does; nil: the program
	// has no windows
	Show func(table, pivot string) bool

	manners
}

// guarded returns the streams without control characters, with which the name of a file or a label could command the
// terminal. Output to a file or to another program stays as it is.
func (s Streams) guarded() Streams {
	if _, is := s.Err.(*screen); !is {
		s.Err = visible(s.Err)
	}
	if isTerminal(s.Out) {
		s.Out = visible(s.Out)
	}
	return s
}

// paged returns the streams with a pager between the standard output and its terminal. closePager waits until the
// person has read.
func (s Streams) paged() (_ Streams, closePager func()) {
	v, is := s.Out.(*screen)
	if !is {
		return s, func() {}
	}
	terminal, is := v.raw.(*os.File)
	if !is {
		return s, func() {}
	}
	p := newPager(terminal)
	if p == nil {
		return s, func() {}
	}
	out := visible(p)
	out.raw, out.paged = terminal, p
	s.Out = out
	return s, p.Close
}

// screen replaces control characters, which would move the cursor or command a terminal.
type screen struct {
	io.Writer
	raw   io.Writer
	paged io.Writer // where the program itself writes colours and control codes; nil: raw
}

func visible(w io.Writer) *screen {
	return &screen{raw: w, Writer: transform.NewWriter(w, runes.Map(func(r rune) rune {
		// joiners of letters and emoji are harmless
		if r == '\n' || r == '\t' || r == '\u200C' || r == '\u200D' || unicode.IsGraphic(r) {
			return r
		}
		return unicode.ReplacementChar
	}))}
}

// onTerminal reports whether the standard output is a terminal.
func (s Streams) onTerminal() bool {
	_, is := s.Out.(*screen)
	return is
}

// printNotes prints notes for a person.
func printNotes(s Streams, notes []string) {
	for _, note := range notes {
		if !s.quiet {
			s.say(yellow, "note:", note)
		}
	}
}

// isTerminal reports whether w is a terminal.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
