package csv

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"

	"cardinal/data/format/csv/cut"
	"cardinal/data/infer"
	"cardinal/internal/separators"
)

// detectDialect runs the first pass in the dialect in which the fewest records look wrong. If quotes do not close as
// they should, or may have swallowed rows, it tries backslashes as escapes, and then quotes as plain characters. If
// quotes follow blanks, it first tries to drop blanks at the start of fields, like skipinitialspace in Python's csv
// module. Only the first attempt converts values. spare is the number of bytes that the values may take; 0: no limit.
func (s *source) detectDialect(ctx context.Context, spare int64, progress func(float64)) (*detection, error) {
	early := !s.options.careful
	if s.options.Unquoted {
		s.Unquoted = true
		return s.try(ctx, s.Dialect, -1, early, spare, progress)
	}
	best, err := s.try(ctx, s.Dialect, -1, early, spare, progress)
	var quote cut.QuoteError
	if err != nil && !errors.As(err, &quote) {
		return nil, err
	}
	if s.options.Strict {
		return best, err
	}
	most := 0 // the ragged rows that another dialect may have
	if err == nil {
		r := best.joined()
		most = r.rows(best.cells.Rows())
	}
	if err == nil && best.escapes && most > 0 && !s.Escaped {
		with := s.Dialect
		with.Escaped = true
		v, failed := s.try(ctx, with, most-1, false, 0, progress)
		if failed == nil {
			v.layout.notes = append(v.layout.notes, "a backslash before a delimiter was read as the sign that the "+
				"delimiter belongs to the text")
			s.Dialect = with
			return v, nil
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	if err == nil && best.quotes.Literal+best.quotes.Swallowed+best.quotes.Lines+best.quotes.Spaced == 0 {
		return best, nil
	}
	if err == nil && best.quotes.Spaced > 0 {
		with := s.Dialect
		with.Spaced = true
		v, failed := s.try(ctx, with, most, false, 0, progress)
		if failed == nil && v.quotes.Spaced > v.quotes.Loose && v.quotes.Literal-v.quotes.Loose <= best.quotes.Literal {
			s.Dialect, best = with, v
			r := best.joined()
			most = r.rows(best.cells.Rows())
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	if err != nil || best.quotes.Escapes > 0 {
		with := s.Dialect
		with.Backslash = true
		v, failed := s.try(ctx, with, most, false, 0, progress)
		if failed == nil && v.quotes.Closed > 0 && (err != nil || v.quotes.Literal < best.quotes.Literal) {
			s.Dialect = with
			return v, nil
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	if err == nil && best.quotesByRule() {
		return best, nil
	}
	without := s.Dialect
	without.Unquoted, without.Spaced = true, false
	v, failed := s.try(ctx, without, most, false, 0, progress)
	switch {
	case failed == nil && (err != nil && v.columns > 1 || err == nil && best.hasStrayQuotes(v)):
		v.layout.notes = append(v.layout.notes, "quotes were read as ordinary characters, because some do not "+
			"close or would swallow rows")
		s.Dialect = without
		return v, nil
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, fmt.Errorf("%w; if these quotes are ordinary characters, choose to read them as such", err)
	}
	return best, nil
}

// escapes has the letters that may follow a single backslash if the text doubles its other backslashes.
const escapes = "Nbfnrtv\t\n"

// areDoubled reports whether the head of a text doubles its backslashes, as COPY of PostgreSQL does. It has at least
// two doubled backslashes, and more doubled than single ones; \N does not count as single. Each single backslash is
// followed by a letter of the constant `escapes`.
func areDoubled(head []byte) bool {
	pairs, others := 0, 0
	for at := bytes.IndexByte(head, '\\'); at >= 0 && at+1 < len(head); {
		switch c := head[at+1]; {
		case c == '\\':
			pairs++
		case strings.IndexByte(escapes, c) < 0:
			return false
		case c != 'N':
			others++
		}
		next := bytes.IndexByte(head[at+2:], '\\')
		if next < 0 {
			break
		}
		at += 2 + next
	}
	return pairs > max(1, others)
}

// try runs the first pass in a dialect. early makes it convert values.
func (s *source) try(ctx context.Context, d cut.Dialect, most int, early bool, spare int64,
	progress func(float64)) (*detection, error) {
	in := *s
	in.Dialect = d
	l, err := in.layout()
	if err != nil {
		return nil, err
	}
	cells := in.cells(&l, early, spare)
	l.sample = nil
	return in.detect(ctx, l, most, cells, progress)
}

// quotesByRule reports whether the program that wrote the text quotes by a rule. This is so if a name is quoted, or if
// the quoted values are more than half as many as the rows.
func (v *detection) quotesByRule() bool { return v.layout.quoted || 2*v.quotes.Closed > v.cells.Rows() }

// hasStrayQuotes reports whether w, which reads quotes as characters, is better than v, which does not. v has no stray
// quote if its quoted fields all close well, although some have several lines. Such a field may be a text with commas.
// Then w is better only if its lines look like rows: they have at least three fields, or tabs between the fields.
func (v *detection) hasStrayQuotes(w *detection) bool {
	return v.quotes.Literal+v.quotes.Swallowed > 0 || w.columns > 2 || w.split.Delim == '\t'
}

// quoteNotes returns sentences on quotes that do not close as they should, and on control characters.
func (v *detection) quoteNotes() []string {
	var notes []string
	note := func(n int, at infer.Place, one, many string) {
		if n == 1 {
			notes = append(notes, separators.Sprintf(one, v.cells.Row(at)))
		} else if n > 1 {
			notes = append(notes, separators.Sprintf(many, n, v.cells.Row(at)))
		}
	}
	if v.split.Spaced {
		note(v.quotes.Spaced, v.spaced,
			"1 field has blanks before its opening quote, in row %d: the blanks at the start of fields were left out",
			"%d fields have blanks before their opening quote, the first in row %d: the blanks at the start of "+
				"fields were left out")
	}
	note(v.quotes.Literal, v.literal,
		"1 field begins with a quote and has text behind the closing one, in row %d: it is kept with its quotes",
		"%d fields begin with a quote and have text behind the closing one, the first in row %d: they are kept with "+
			"their quotes")
	note(v.quotes.Swallowed, v.swallowed,
		"1 quoted field goes over several lines and ends right behind a delimiter, in row %d: a stray quote may have "+
			"swallowed rows",
		"%d quoted fields go over several lines and end right behind a delimiter, the first in row %d: a stray quote "+
			"may have swallowed rows")
	lineNote := func(offset int64, format string) {
		if line, err := v.split.Line(offset); offset > 0 && err == nil {
			notes = append(notes, separators.Sprintf(format, line))
		}
	}
	lineNote(v.split.Torn, "a quote opens inside a field in line %d and closes at the end of another field: both "+
		"fields may be one text, and a delimiter may be missing")
	if n := v.signs.N; n > 0 {
		lineNote(max(v.signs.First, 1), fmt.Sprintf(separators.Plural(n,
			"a control character, 0x%02X, stands in line %%d: it was kept",
			"%d control characters were kept, the first is 0x%02X in line %%d"), v.signs.Sign))
	}
	lineNote(v.split.Open,
		"the quote that opens in line %d never closes and was read as a character: the file may be cut off")
	return notes
}
