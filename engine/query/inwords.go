package query

import (
	"strconv"
	"strings"

	"cardinal/data/number/calendar"
	"cardinal/internal/each"
	"cardinal/internal/wording"
)

// TitleIn returns Title in a language. A name that a person gave takes precedence. Formulas, measures with a condition,
// and aggregates with Words of their own are not translated.
func (m Measure) TitleIn(w *wording.Words) string {
	title := ""
	switch a := m.Func.Describe(); {
	case w == nil || m.Name != "" || m.Func == Formula || m.Where != "" || m.Expr != "" || a.Words != nil:
		return m.Title()
	case m.Column == "":
		title = w.L("Number of rows")
	default:
		title = w.L("{{.Aggregate}} of {{.Field}}", wording.With{"Aggregate": w.L(a.Title), "Field": m.Column})
	}
	if m.Show.Kind != AsIs {
		title += ", " + w.InSentence(m.Show.TitleIn(w))
	}
	return title
}

// TitleIn returns Title in a language.
func (s Show) TitleIn(w *wording.Words) string {
	if w == nil {
		return s.Title()
	}
	way := s.Way()
	values := wording.With{"Way": w.L(way.Title), "Base": s.Base.labelIn(w), "N": s.N, "Field": s.Of.TitleIn(w)}
	of := s.Of != Field{}
	if way.Spans && s.N > 0 {
		values["Way"] = w.L("{{.Way}} of {{.N}}", values)
	}
	switch {
	case way.Base && of:
		return w.L("{{.Way}} {{.Base}} of {{.Field}}", values)
	case way.Base:
		return w.L("{{.Way}} {{.Base}}", values)
	case of:
		return w.L("{{.Way}} along {{.Field}}", values)
	case way.Ends == [2]string{}:
		return w.L(way.Title)
	case s.Along == AlongCols:
		return w.L("{{.Way}} across columns", values)
	}
	return w.L("{{.Way}} down rows", values)
}

// labelIn returns Label in a language.
func (l Literal) labelIn(w *wording.Words) string {
	if l.Null {
		return w.L(blankLabel)
	}
	return l.Label()
}

// TitleIn returns Title in a language: date by month, Year of date.
func (f Field) TitleIn(w *wording.Words) string {
	k := f.Part.Kind()
	of, isOf := strings.CutSuffix(k.Words, " of %s")
	switch {
	case w == nil:
		return f.Title()
	case f.Groups != "":
		return w.L("Groups of {{.Field}}", wording.With{"Field": f.Base().TitleIn(w)})
	case f.Part == Whole:
		return f.Column
	case !isOf: // a period: date by month
		return w.L("{{.Values}} by {{.Fields}}", wording.With{"Values": f.Column, "Fields": w.InSentence(w.L(k.Title))})
	}
	title := w.L("{{.Aggregate}} of {{.Field}}", wording.With{"Aggregate": w.L(of), "Field": f.Column})
	switch k.Argument {
	case Width:
		title += " (" + w.L("width {{.Width}}", wording.With{"Width": f.Width()}) + ")"
	case BinCount:
		title += " (" + strconv.Itoa(f.N) + ")"
	case EdgeList:
		title += " (" + f.Spec + ")"
	case FirstMonth:
		month := calendar.Shown(calendar.MonthNames[f.N-1])
		title += " (" + w.L("from {{.Month}}", wording.With{"Month": month}) + ")"
	}
	return title
}

// ByIn returns By in a language: date (month).
func (f Field) ByIn(w *wording.Words) string {
	k := f.Part.Kind()
	if w == nil {
		return f.By()
	}
	if f.Groups != "" || !strings.HasPrefix(k.Words, "%s by ") {
		return f.TitleIn(w)
	}
	return f.Column + " (" + w.InSentence(w.L(k.Title)) + ")"
}

// TitleOf joins names of measures and fields to a title: Sum of revenue by region and Year of date.
func TitleOf(w *wording.Words, values []string, by []Field) string {
	if len(by) == 0 {
		return w.And(values)
	}
	return w.L("{{.Values}} by {{.Fields}}", wording.With{"Values": w.And(values),
		"Fields": w.And(each.Of(by, func(f Field) string { return f.ByIn(w) }))})
}
