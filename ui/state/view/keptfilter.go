package view

import (
	"slices"
	"time"

	"cardinal/data"
	"cardinal/engine/query"
	"cardinal/internal/workspace"
)

// filterFrom reads a filter of a workspace. column finds a column by its name. ok is false if the filter's column is
// gone, or if the editor of filters cannot show the condition.
func filterFrom(w workspace.Filter, column func(string) *data.Column) (f Filter, ok bool) {
	e, err := w.Condition()
	if err != nil {
		return f, false
	}
	of := query.Field{}
	if e == nil {
		if of, err = workspace.Field(w.Field); err != nil {
			return f, false
		}
	} else {
		of = fieldOf(e)
	}
	c := column(of.Column)
	if c == nil {
		return f, false
	}
	of.Column = c.Name
	f = NewFilter(c)
	f.Field, f.Pinned, f.EveryTab = of, w.InView, w.EveryTab
	if e == nil {
		if kind := slices.Index(kindNames, w.Kind); kind >= 0 {
			f.Kind = FilterKind(kind)
		}
		return f, true
	}
	if w.From != "" || w.To != "" {
		typed := f
		typed.Kind, typed.Low, typed.High = Range, w.From, w.To
		if now := typed.Expr(); now != nil && now.String() == e.String() {
			return typed, true
		}
	}
	return f.withCondition(e, c)
}

// fieldOf returns the first field in a condition.
func fieldOf(e *query.Expr) query.Field {
	if len(e.Args) > 0 {
		return fieldOf(e.Args[0])
	}
	return e.Field
}

// withCondition returns a filter on the same column c with another condition. ok is false if the editor of filters
// cannot show the condition.
func (f Filter) withCondition(e *query.Expr, c *data.Column) (Filter, bool) {
	f = f.Cleared()
	inner, orNull := e, e.Op == query.Or && len(e.Args) == 2 && e.Args[1].Op == query.IsNull
	if orNull {
		inner = e.Args[0]
	}
	if f.Exclude = inner.Op == query.Not; f.Exclude {
		inner = inner.Args[0]
	}
	switch {
	case inner.Op == query.In || inner.Op == query.IsNull || inner.Op == query.Eq && !inner.AnyCase &&
		!inner.Values[0].Quoted:
		f.Kind = List
		for _, l := range inner.Values {
			v, ok := labelValue(f.Field, c, l)
			if !ok {
				return f, false
			}
			f.Values = append(f.Values, v)
		}
		if inner.Op == query.IsNull || orNull != f.Exclude {
			f.Values = append(f.Values, data.Value{})
		}
		if inner.Op == query.Eq {
			return f, inner.With == nil && inner.Of == nil
		}
	case inner.Op == query.Within:
		f.Kind, f.Period = Relative, inner.Period
	case slices.Contains(TextOps, inner.Op) && inner.With == nil:
		f.Kind = Texts
		f.Text = Text{Op: inner.Op, Pattern: inner.Values[0].Text, MatchCase: !inner.AnyCase}
	default:
		return f.withBounds(e)
	}
	again := f.Expr()
	return f, again != nil && again.String() == e.String()
}

// withBounds returns the filter as a range with the bounds that a condition has. ok is false if the condition is not a
// range.
func (f Filter) withBounds(e *query.Expr) (Filter, bool) {
	f.Kind, f.Exclude = Range, false
	parts, moved := []*query.Expr{e}, false
	if e.Op == query.And {
		parts = e.Args
	}
	for _, p := range parts {
		switch {
		case len(p.Values) != 1 || p.Field != f.Field:
			return f, false
		case p.Op == query.Ge && f.Low == "":
			f.Low = p.Values[0].Text
		case p.Op == query.Le && f.High == "":
			f.High = p.Values[0].Text
		case p.Op == query.Lt && f.High == "": // the upper bound is the day before
			text := p.Values[0].Text
			at, err := time.Parse(time.DateOnly, text[:min(len(text), len(time.DateOnly))])
			if err != nil || len(text) > len(time.DateOnly) && text[len(time.DateOnly)+1:] != "00:00:00" {
				return f, false
			}
			f.High, moved = at.AddDate(0, 0, -1).Format(time.DateOnly), true
		default:
			return f, false
		}
	}
	again := f.Expr()
	return f, again != nil && (moved || again.String() == e.String())
}
