package query

import (
	"cmp"
	"slices"
	"strings"

	"cardinal/data/number/calendar"
	"cardinal/internal/each"
	"cardinal/internal/wording"
)

// Title returns the measure in words: Sum of revenue, % of row. A name that a person gave takes precedence. The title
// of a formula is its text, without the quotes around names.
func (m Measure) Title() string {
	switch {
	case m.Name != "":
		return m.Name
	case m.Show.Kind == AsIs:
		return m.figure()
	}
	way := m.Show.Title()
	return m.figure() + ", " + strings.ToLower(way[:1]) + way[1:]
}

// InLanguage translates the base label of the measure into the language of this process if the label is the name of a
// month or a weekday.
func (m Measure) InLanguage(rows, cols []Field) Measure {
	fields := rows
	switch {
	case m.Show.Of != Field{}:
		fields = []Field{m.Show.Of}
	case m.Show.Along == AlongCols:
		fields = cols
	}
	if m.Show.Way().Base && slices.ContainsFunc(fields, Field.Named) {
		m.Show.Base.Text = calendar.Shown(m.Show.Base.Text)
	}
	return m
}

func (m Measure) figure() string {
	if m.Where != "" {
		return m.unfilteredTitle() + " where " + m.whereTitle()
	}
	return m.unfilteredTitle()
}

// whereTitle returns the condition of the measure for people: texts have no quotes.
func (m Measure) whereTitle() string {
	e, err := ParseRowCondition(m.Where)
	if err != nil {
		return m.Where
	}
	text := e.write(Field.Title, Literal.Label, bare)
	if e.Op == And || e.Op == Or {
		text = text[1 : len(text)-1]
	}
	return text
}

// unfilteredTitle returns the figure in words, without its condition.
func (m Measure) unfilteredTitle() string {
	of := cmp.Or(m.Column, bare(m.Expr))
	switch {
	case m.Func == Formula:
		return of
	case of == "":
		return "Number of rows"
	}
	a := m.Func.Describe()
	if a.Words != nil {
		return a.Words(m, of)
	}
	return a.Title + " of " + of
}

// bare removes the quotes around the names of columns from a formula. Texts keep their quotes.
func bare(formula string) string {
	var b strings.Builder
	text, name := false, false // text: i is within a text; name: i is within a quoted name
	for i := 0; i < len(formula); i++ {
		switch c := formula[i]; {
		case c == '\'' && !name:
			text = !text
		case c == '"' && !text:
			if name && i+1 < len(formula) && formula[i+1] == '"' { // a doubled quote is one quote of the name
				i++
				break
			}
			name = !name
			continue
		}
		b.WriteByte(formula[i])
	}
	return b.String()
}

// Title returns the condition in words for people, which the parser cannot read.
func (e *Expr) Title() string { return e.TitleIn(nil) }

// TitleIn returns the condition in words of a language.
func (e *Expr) TitleIn(w *wording.Words) string {
	text := e.words(w)
	if e.Op == And || e.Op == Or {
		text = text[1 : len(text)-1]
	}
	return text
}

func (e *Expr) words(w *wording.Words) string {
	switch e.Op {
	case And, Or:
		parts := each.Of(e.Args, func(a *Expr) string { return a.words(w) })
		between := w.X("and (in a condition)", "and")
		if e.Op == Or {
			between = w.X("or (in a condition)", "or")
		}
		return "(" + strings.Join(parts, " "+between+" ") + ")"
	case Not:
		if a := e.Args[0]; a.Op == In || a.Op == IsNull {
			return a.labelWords(w, true)
		}
		return w.L("not {{.Condition}}", wording.With{"Condition": e.Args[0].words(w)})
	case In, IsNull:
		return e.labelWords(w, false)
	}
	return e.write(in(w), Literal.title, bare)
}

// in returns a function that names fields in a language.
func in(w *wording.Words) func(Field) string { return func(f Field) string { return f.TitleIn(w) } }

// MostNamed is the greatest number of labels that a condition names. If it has more labels, it has only their number.
const MostNamed = 100

// labelWords writes the condition that a field has one of the labels, or none of them.
func (e *Expr) labelWords(w *wording.Words, none bool) string {
	n := len(e.Values)
	if e.Op == IsNull {
		n = 1
	}
	with := wording.With{"Field": e.side(in(w), bare)}
	if with["Labels"] = w.N("{{.N}} value", "{{.N}} values", n); n <= MostNamed {
		with["Labels"] = e.listWords(w)
	}
	switch {
	case none && n == 1:
		return w.L("{{.Field}} is not {{.Labels}}", with)
	case none:
		return w.L("{{.Field}} is none of {{.Labels}}", with)
	case n == 1:
		return w.L("{{.Field}} is {{.Labels}}", with)
	}
	return w.L("{{.Field}} is one of {{.Labels}}", with)
}

// listWords lists the labels of a condition.
func (e *Expr) listWords(w *wording.Words) string {
	labels := make([]string, len(e.Values))
	if e.Op == IsNull {
		labels = []string{w.L(Literal{Null: true}.Label())}
	}
	for i, v := range e.Values {
		if labels[i] = v.Label(); !v.Quoted && !v.Null {
			labels[i] = v.title()
		}
	}
	if e.Of == nil && e.Field.Part.Kind().Takes == Numbers && slices.ContainsFunc(labels, func(l string) bool {
		return strings.HasPrefix(l, "-")
	}) {
		for i, l := range labels {
			// among edges below zero, the dash of a bin would look like a minus sign
			labels[i] = strings.Replace(l, " - ", " to ", 1)
		}
	}
	between := ", "
	if slices.ContainsFunc(labels, func(l string) bool { return strings.Contains(l, ",") }) {
		between = "; "
	}
	return strings.Join(labels, between)
}
