package cli

import (
	"fmt"
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
}

// guarded is the streams without control characters, with which a file's name or a label could command the
// terminal. What goes to a file or to another program stays as it is.
func (s Streams) guarded() Streams {
	s.Err = visible(s.Err)
	if isTerminal(s.Out) {
		s.Out = visible(s.Out)
	}
	return s
}

// screen replaces control characters, which would move the cursor or command a terminal.
type screen struct {
	io.Writer
	raw io.Writer
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

// progress is the terminal on which a line can be drawn again, nil where the standard error is none.
func (s Streams) progress() io.Writer {
	if v, ok := s.Err.(*screen); ok && isTerminal(v.raw) {
		return v.raw
	}
	return nil
}

// onTerminal reports whether the standard output is a terminal.
func (s Streams) onTerminal() bool {
	_, is := s.Out.(*screen)
	return is
}

// printNotes prints notes for a person.
func printNotes(s Streams, notes []string) {
	for _, note := range notes {
		fmt.Fprintf(s.Err, "note: %s\n", note)
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
