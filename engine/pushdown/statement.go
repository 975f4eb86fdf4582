package pushdown

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"cardinal/data"
	"cardinal/data/number/calendar"
	"cardinal/data/remote"
	"cardinal/engine/query"
	"cardinal/internal/each"
)

// Statement writes a pivot as SQL for a person: one SELECT whose rows are the cells of the pivot, with labels and
// figures. In a row of totals, the labels that are added up are null. The column total distinguishes such a null from a
// missing label. The text begins with comments on what the SQL cannot show.
//
// If SQL would compute a part of the pivot differently, Statement returns an error that names this part.
func (w *Writer) Statement(q query.Query, notes ...string) (string, error) {
	stating := *w
	stating.states = true
	s := &statement{w: &stating, query: q, notes: notes}
	text, err := s.write()
	if err != nil {
		return "", fmt.Errorf("cannot write the pivot as SQL for %s: %w", remote.KindOf(w.Kind).Title, err)
	}
	return text, nil
}

// forms is the part of a dialect that only statements need. The strings are formats for fmt.Sprintf.
type forms struct {
	sets     bool   // the server has GROUPING SETS; else a statement is a UNION with a SELECT for each level of totals
	double   string // a number as a float of 64 bits
	exact    string // a whole number in a type in which products and sums do not overflow unnoticed
	average  string // the average of the exact numbers %[2]s, whose sum is %[1]s
	quantile string // the quantile %[2]s of the values %[1]s; "": the server has no such function
	distinct string // a float, changed so that -0 becomes 0 and all NaN become equal
	// the deviation or variance of values, given its name in SQL, such as stddev_samp; "": the server has none
	spread func(w *Writer, name, values string) string
	// the label of a part of a date: a number, or the first day or moment of a period; "": not possible
	calendar func(w *Writer, c remote.Column, p query.Part) string
}

// term is an SQL expression with the type of its values.
type term struct {
	sql   string
	typ   data.Type
	scale int
	exact bool // every database computes the same value
}

// statement is the state of writing a statement.
type statement struct {
	w      *Writer
	query  query.Query
	notes  []string
	labels []string // the expressions of the fields, rows first
	names  []string // the names of all columns of the statement
}

// unsaid returns the error for a part of a pivot that SQL would compute differently.
func unsaid(format string, args ...any) error {
	return fmt.Errorf(format+": leave it out, or copy the pivot as a command", args...)
}

func (s *statement) write() (string, error) {
	fields := slices.Concat(s.query.Rows, s.query.Cols)
	for _, f := range fields {
		label, err := s.label(f)
		if err != nil {
			return "", err
		}
		s.labels = append(s.labels, label)
		s.name(f.Title(), f.Column, f.Part == query.Whole)
	}
	levels := s.levels()
	if len(levels) > 1 {
		s.name("total", "", false)
		s.note("total is 0 in rows that are not totals; a total has 1 if the last field is added up, plus 2 for the " +
			"field before it, plus 4, 8 and so on")
	}
	if by := s.query.Subtotals(); len(by) > 0 {
		return "", unsaid("subtotals by another function, such as %s, need a SELECT of their own", by[0])
	}
	var figures []string
	for _, m := range s.query.Values {
		if m.NoTotals && len(levels) > 1 {
			return "", unsaid("%s has no totals, and the rows of totals would have them", m)
		}
		if m.Show.Kind != query.AsIs {
			return "", unsaid("%s shown as %s has no SQL that gives the same figures", m, m.Show)
		}
		t, err := s.measure(m)
		if err != nil {
			return "", err
		}
		if !t.exact && t.typ == data.Float {
			s.note("averages, quotients and sums of floats are rounded: their last digits may differ from Cardinal's")
		}
		figures = append(figures, t.sql+" AS "+s.name(m.Title(), m.Column, false))
	}
	where, rest := s.w.Where(s.query.Filter)
	if rest != nil {
		return "", unsaid("the condition %s has no SQL that passes the same rows", rest)
	}
	first, err := s.kept()
	if err != nil {
		return "", err
	}
	return s.lines(levels, figures, where, first), nil
}

// name returns a name for a column of the statement, in quotes. The name is unique among the columns of the statement
// and of the table, since dialects differ in which column an ambiguous name means.
func (s *statement) name(title, column string, own bool) string {
	if own {
		title = column
	}
	title = strings.TrimSpace(strings.Map(oneLine, title))
	taken := func(name string) bool {
		same := func(other string) bool { return strings.EqualFold(other, name) }
		columns := each.Of(s.w.Table.Columns, func(c remote.Column) string { return c.Name })
		return slices.ContainsFunc(s.names, same) || !(own && name == column) && slices.ContainsFunc(columns, same)
	}
	name := title
	for i := 2; taken(name); i++ {
		name = fmt.Sprintf("%s (%d)", title, i)
	}
	s.names = append(s.names, name)
	return s.w.name(name)
}

// oneLine replaces a character that would end a comment or a name.
func oneLine(r rune) rune {
	if r < ' ' || r == 0x7f || r == 0x85 || r == 0x2028 || r == 0x2029 {
		return ' '
	}
	return r
}

// note adds a comment to the statement, unless it has the same comment already.
func (s *statement) note(text string) { s.notes = each.Add(s.notes, text) }

// levels lists the levels of the answer: for each level, which fields have labels. In the first level all fields have
// labels. The other levels are the totals that the layout shows.
func (s *statement) levels() (all [][]bool) {
	l, rows, cols := s.query.Layout, s.query.Rows, s.query.Cols
	depths := func(fields []query.Field, grand bool) (depths []int) {
		for depth := len(fields); depth >= 0; depth-- {
			if depth == len(fields) || depth == 0 && grand || depth > 0 && l.Subtotals(fields[depth-1]) {
				depths = append(depths, depth)
			}
		}
		return depths
	}
	for _, r := range depths(rows, l.Totals.HasCols()) {
		for _, c := range depths(cols, l.Totals.HasRows()) {
			level := make([]bool, len(rows)+len(cols))
			for i := range level {
				level[i] = i < r || i >= len(rows) && i < len(rows)+c
			}
			all = append(all, level)
		}
	}
	return all
}

// kept returns the ORDER BY and the LIMIT with which a top keeps labels of the only field, or "" without a top.
func (s *statement) kept() (first string, err error) {
	q := &s.query
	if len(q.Havings) > 0 {
		return "", unsaid("%s leaves labels out and keeps their totals", q.HavingTitle(q.Havings[0]))
	}
	for _, t := range q.Tops {
		if t.Others || t.Until != "" || len(s.labels) > 1 {
			return "", unsaid("%s needs more than one ORDER BY", q.TopTitle(t))
		}
		by, err := s.measure(t.By)
		switch {
		case err != nil:
			return "", err
		case !by.exact:
			return "", unsaid("%s goes by figures whose last digits differ between programs", q.TopTitle(t))
		}
		way := map[bool]string{false: " DESC", true: ""}[t.Bottom]
		first = fmt.Sprintf("\nORDER BY (%[1]s) IS NULL, %[1]s%[2]s, (%[3]s) IS NULL, %[3]s\nLIMIT %[4]d", by.sql, way,
			s.labels[0], t.N)
	}
	return first, nil
}

// old reports whether the server is a ClickHouse from before 2020, which has fewer functions.
func (w *Writer) old() bool { return w.Kind == remote.ClickHouse && w.Major > 0 && w.Major < 20 }

// lines returns the text of the statement, with its comments.
func (s *statement) lines(levels [][]bool, figures []string, where, first string) string {
	var b strings.Builder
	title := strings.Map(oneLine, s.query.Title())
	for _, note := range append([]string{title}, s.notes...) {
		b.WriteString("-- " + note + "\n")
	}
	from := "\nFROM " + s.w.from()
	if where != "" {
		from += "\nWHERE " + where
	}
	order := each.Of(s.names[:len(s.names)-len(figures)], s.w.name)
	if len(levels) > 1 { // totals come last
		order = slices.Insert(order[:len(order)-1], 0, order[len(order)-1])
	}
	ordered := ""
	if len(order) > 0 {
		ordered = "\nORDER BY " + strings.Join(order, ", ")
	}
	alike := len(slices.Compact(slices.Sorted(slices.Values(s.labels)))) < len(s.labels) // GROUPING would mix them up
	if s.w.sql.forms.sets && first == "" && !alike && len(levels) > 1 {
		sets := each.Of(levels, func(level []bool) string { return "(" + strings.Join(s.of(level), ", ") + ")" })
		total := "GROUPING(" + strings.Join(s.labels, ", ") + ")"
		b.WriteString(s.selects(levels[0], total, figures) + from + "\nGROUP BY GROUPING SETS (" +
			strings.Join(sets, ", ") + ")" + ordered)
		return b.String() + ";\n"
	}
	var parts []string
	for i, level := range levels {
		total, mask := "", 0
		if len(levels) > 1 {
			for _, has := range level {
				mask *= 2
				if !has {
					mask++
				}
			}
			total = fmt.Sprint(mask)
		}
		part := s.selects(level, total, figures) + from
		if by := s.of(level); len(by) > 0 {
			part += "\nGROUP BY " + strings.Join(by, ", ")
		} else if s.w.Kind == remote.ClickHouse { // a sum of no rows is 0 in ClickHouse
			part += "\nHAVING count(*) > 0"
		}
		if i == 0 && first != "" {
			part += first
			if len(levels) > 1 {
				part = "SELECT * FROM (\n" + part + "\n) AS kept"
			}
		}
		parts = append(parts, part)
	}
	text := strings.Join(parts, "\nUNION ALL\n")
	switch {
	case len(parts) > 1:
		text = "SELECT * FROM (\n" + text + "\n) AS cells" + ordered
	case first == "":
		text += ordered
	}
	return b.String() + text + ";\n"
}

// of returns the expressions of the fields that have labels in a level.
func (s *statement) of(level []bool) (by []string) {
	for i, label := range s.labels {
		if level[i] {
			by = append(by, label)
		}
	}
	return by
}

// selects writes the SELECT of a level, with its columns.
func (s *statement) selects(level []bool, total string, figures []string) string {
	var columns []string
	for i, label := range s.labels {
		switch own := s.w.name(s.names[i]); {
		case level[i]:
			columns = append(columns, label+" AS "+own)
		case s.w.Kind == remote.ClickHouse: // here, the other expressions would read NULL AS a instead of the column a
			columns = append(columns, "NULL AS "+s.w.name(s.names[i]+" "))
		default:
			columns = append(columns, "NULL AS "+own)
		}
	}
	if total != "" {
		columns = append(columns, total+" AS "+s.w.name(s.names[len(s.labels)]))
	}
	return "SELECT\n  " + strings.Join(append(columns, figures...), ",\n  ")
}

// label writes the label of a field.
func (s *statement) label(f query.Field) (string, error) {
	none := unsaid("the labels of %s have no SQL", f.Title())
	if f.Groups != "" {
		return "", none
	}
	t, err := s.column(f.Column)
	if err != nil {
		return "", err
	}
	if f.Part == query.Whole {
		if t.typ == data.Float {
			return fmt.Sprintf(s.w.sql.forms.distinct, t.sql), nil
		}
		return t.sql, nil
	}
	c, err := s.w.column(f.Column)
	if err != nil {
		return "", none
	}
	if f.Part == query.Bin {
		by, ok := s.w.bin(c, f)
		width, can := s.number(f.Width())
		if !ok || !can || s.w.old() && f.BinScale > 0 { // an old server crashes when it groups by decimals

			return "", none
		}
		s.note("labels of " + strings.Map(oneLine, f.Title()) + " are the least number of each bin")
		return fmt.Sprintf("(%s) * %s", by[0], width.sql), nil
	}
	sql, ok := s.w.calendar(c, f)
	if !ok {
		return "", none
	}
	if f.Part == query.MonthName || f.Part == query.WeekdayName {
		s.note("months are numbers from 1 to 12, and weekdays from 1 for Monday to 7")
	}
	return sql, nil
}

// calendar writes the label of a part of a date: a number, or the first day or moment of a period.
func (w *Writer) calendar(c remote.Column, f query.Field) (sql string, ok bool) {
	if !c.Type.Temporal() || f.Part.Kind().Takes != query.Dates || f.Part.Kind().Clock && c.Type != data.Timestamp {
		return "", false
	}
	month := w.sql.forms.calendar(w, c, query.Month)
	switch f.Part {
	case query.FiscalYear:
		year := w.sql.forms.calendar(w, c, query.Year)
		if f.N == 1 {
			return year, true
		}
		return fmt.Sprintf("%s + case when %s >= %d then 1 else 0 end", year, month, f.N), true
	case query.FiscalQuarter:
		var cases strings.Builder
		for i := range 4 {
			first := f.N - 1 + 3*i
			fmt.Fprintf(&cases, " when %s in (%d, %d, %d) then %d", month, first%12+1, (first+1)%12+1, (first+2)%12+1,
				i+1)
		}
		return "case" + cases.String() + " end", true
	}
	sql = w.sql.forms.calendar(w, c, f.Part)
	return sql, sql != ""
}

// column writes a column of the table, or a calculated field.
func (s *statement) column(name string) (term, error) {
	for _, l := range s.query.Lets {
		if strings.EqualFold(l.Name, name) {
			a, err := query.ParseArith(l.Expr)
			if err != nil {
				return term{}, err
			}
			return s.arith(a)
		}
	}
	c, err := s.w.column(name)
	if err != nil {
		return term{}, err
	}
	t := term{s.w.Value(c), c.Type, c.Scale, c.Type != data.Float}
	switch {
	case c.Type == data.Text:
		if t.sql, t.exact = s.w.sql.bytes(s.w, c); !t.exact {
			return t, unsaid("%s is %s, whose values programs compare in other ways", name, c.Declared)
		}
	case c.Type == data.Float:
		t.sql = fmt.Sprintf(s.w.sql.forms.double, t.sql)
	}
	return t, nil
}

// numbered lists the parts of dates whose labels are numbers.
var numbered = []query.Part{query.Year, query.Quarter, query.Month, query.Day, query.Weekday, query.Hour, query.Minute,
	query.ISOWeek, query.MonthName}

// onPart writes a condition on a number of a date, such as its year.
func (w *Writer) onPart(c remote.Column, e *query.Expr) (d decision, ok bool) {
	if !w.states || e.Field.Groups != "" || !slices.Contains(numbered, e.Field.Part) || len(e.Values) > mostListed {
		return d, false
	}
	part, ok := w.calendar(c, e.Field)
	var parts []decision
	for _, v := range e.Values {
		n, err := strconv.Atoi(strings.TrimSpace(v.Text))
		op := operators[e.Op]
		if e.Op == query.In {
			op = " = "
		}
		if e.Field.Part == query.MonthName {
			n, err = calendar.ParseName(calendar.MonthNames[:], v.Text), nil
			ok = ok && n > 0 && op != "" && !e.Op.Orders()
		}
		ok = ok && err == nil && !v.Null && op != ""
		parts = append(parts, w.decide(c, fmt.Sprintf("(%s%s%d)", part, op, n)))
	}
	if !ok || len(parts) == 0 {
		return d, false
	}
	return anyOf(parts), true
}
