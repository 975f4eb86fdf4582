package csv

import (
	"context"
	"errors"
	"fmt"
)

func (q *quotes) add(o *quotes) {
	q.closed += o.closed
	q.literal += o.literal
	q.escapes += o.escapes
	q.swallowed += o.swallowed
	q.lines += o.lines
}

// look goes through all records, in the dialect that explains them best. Where quotes do not close as they should,
// or may have swallowed rows, backslashes are tried as escapes, and quotes as characters like others.
func (s *source) look(ctx context.Context, progress func(float64)) (*survey, error) {
	best, err := s.try(ctx, s.dialect, -1, progress)
	var quote quoteError
	if err != nil && !errors.As(err, &quote) {
		return nil, err
	}
	if err == nil && best.quotes.literal+best.quotes.swallowed+best.quotes.lines == 0 {
		return best, nil
	}
	most := 0 // ragged rows of another dialect
	if err == nil {
		r := best.joined()
		most = r.rows(best.total())
	}
	if err != nil || best.quotes.escapes > 0 {
		with := s.dialect
		with.backslash = true
		v, failed := s.try(ctx, with, most, progress)
		if failed == nil && v.quotes.closed > 0 && (err != nil || v.quotes.literal < best.quotes.literal) {
			s.dialect = with
			return v, nil
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	if err == nil && best.systematic() {
		return best, nil
	}
	without := s.dialect
	without.unquoted = true
	v, failed := s.try(ctx, without, most, progress)
	switch {
	case failed == nil && (err != nil && v.columns > 1 || err == nil && best.strays(v)):
		v.layout.notes = append(v.layout.notes, "quotes were read as characters like others, because some do not close or would swallow rows")
		s.dialect = without
		return v, nil
	case ctx.Err() != nil:
		return nil, ctx.Err()
	}
	return best, err
}

// try surveys the source in a dialect.
func (s *source) try(ctx context.Context, d dialect, most int, progress func(float64)) (*survey, error) {
	in := *s
	in.dialect = d
	l, err := in.layout()
	if err != nil {
		return nil, err
	}
	return in.survey(ctx, l, most, progress)
}

// systematic reports whether quotes are the rule: around a name, or around half as many values as there are rows.
func (v *survey) systematic() bool { return v.layout.quoted || 2*v.quotes.closed > v.total() }

// strays reports whether w, which takes quotes for characters, is the better survey of the two. Fields over several lines
// count as rows only where a row has three fields or more, or tabs between them: fewer commas come about in sentences.
func (v *survey) strays(w *survey) bool {
	return v.quotes.literal+v.quotes.swallowed > 0 || w.columns > 2 || w.split.delim == '\t'
}

// quoteNotes says what became of quotes that do not close as they should.
func (v *survey) quoteNotes() []string {
	var notes []string
	switch n, row := v.quotes.literal, v.row(v.literal); n {
	case 0:
	case 1:
		notes = append(notes, fmt.Sprintf("1 field begins with a quote and has text behind the closing one, in row %d: it is kept with its quotes", row))
	default:
		notes = append(notes, fmt.Sprintf("%d fields begin with a quote and have text behind the closing one, the first in row %d: they are kept with their quotes", n, row))
	}
	switch n, row := v.quotes.swallowed, v.row(v.swallowed); n {
	case 0:
	case 1:
		notes = append(notes, fmt.Sprintf("1 quoted field goes over several lines and ends right behind a delimiter, in row %d: a stray quote may have swallowed rows", row))
	default:
		notes = append(notes, fmt.Sprintf("%d quoted fields go over several lines and end right behind a delimiter, the first in row %d: a stray quote may have swallowed rows", n, row))
	}
	return notes
}
