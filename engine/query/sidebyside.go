package query

import "fmt"

// Side is one of two groups of rows whose figures stand side by side.
type Side struct {
	Name  string
	Where *Expr
}

// Equals returns the condition that a field has a text.
func Equals(f Field, text string) (*Expr, error) {
	return ParseFilter(f.String() + " = " + Literal{Text: text, Quoted: true}.String())
}

// SideBySide returns measures that show two groups of rows, a and b, side by side. Each value becomes its figure of a,
// its figure of b, the difference b - a, and the difference as a share of a. A sum of no rows counts as 0 in a
// difference. Figures that are dates have no share, and texts have no difference either. One more measure is 1 in cells
// with only rows of b, shown as "came", and -1 in cells with only rows of a, shown as "went". The function of returns
// the type of a value's figures.
func SideBySide(values []Measure, a, b Side, of func(Measure) ColumnTypes) ([]Measure, error) {
	var out []Measure
	for _, v := range values {
		if v.Show.Kind != AsIs {
			return nil, fmt.Errorf("%s is shown as %s, which cannot stand side by side: show the value itself",
				v, v.Show)
		}
		title, figures, first := v.Title(), of(v), len(out)
		var texts [2]string
		for i, side := range []Side{a, b} {
			m, err := v.under(side.Where)
			if err != nil {
				return nil, err
			}
			texts[i] = "(" + m.String() + ")"
			m.Name, m.Number, m.Marks = title+", "+side.Name, v.Number, v.Marks
			for j, mark := range v.Marks.All() {
				if at := mark.Source(values, -1); at >= 0 { // the other measure of the same side
					by, err := values[at].under(side.Where)
					if err != nil {
						return nil, err
					}
					m.Marks[j].By = by.Reference()
				}
			}
			out = append(out, m)
		}
		add := func(text, name, number string, marks ...Mark) error {
			m, err := ParseMeasures(text)
			if err == nil {
				m[0].Name, m[0].Number, m[0].Marks = title+", "+name, number, MarkList(marks...)
				out = append(out, m...)
			}
			return err
		}
		difference := texts[1] + " - " + texts[0]
		if v.Adds() {
			difference = fmt.Sprintf("coalesce(%s, 0) - coalesce(%s, 0)", texts[1], texts[0])
		}
		var err error
		if figures == Numbers {
			err = add(difference, "difference", v.Number, Mark{Kind: Bars})
		} else if figures == Dates {
			err = add(difference, "difference", "")
		}
		if err == nil && figures == Numbers {
			err = add(fmt.Sprintf("(%s - %s) / abs(%s)", texts[1], texts[0], texts[0]), "% difference", "0.0%")
		}
		if err != nil {
			return nil, err
		}
		for i := range out[first:] {
			out[first+i].NoTotals = v.NoTotals
		}
	}
	rows := func(s Side) string { return "(count() where " + s.Where.String() + ")" }
	came, err := ParseMeasures(fmt.Sprintf("if(%[1]s = 0 and %[2]s > 0, 1, if(%[2]s = 0 and %[1]s > 0, -1, 0))",
		rows(a), rows(b)))
	if err != nil {
		return nil, err
	}
	came[0].Name, came[0].Number = "Came or went", `"came";"went";`
	return append(out, came...), nil
}

// under returns the measure over only the rows that also fulfil a condition, without its name and formats.
func (m Measure) under(e *Expr) (Measure, error) {
	m = m.Figure()
	if m.Func != Formula {
		if m.Where != "" {
			own, err := ParseRowCondition(m.Where)
			if err != nil {
				return m, err
			}
			e = &Expr{Op: And, Args: []*Expr{own, e}}
		}
		m.Where = e.String()
		return m, nil
	}
	a, err := ParseFormula(m.Expr)
	if err != nil {
		return m, err
	}
	for _, one := range a.Measures() {
		if *one, err = one.under(e); err != nil {
			return m, err
		}
	}
	m.Expr = a.String()
	return m, nil
}
