package query

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"cardinal/internal/separators"
)

// Show says how the figures of a measure are shown: unchanged, as a share of a total, or compared with other labels of
// an axis. Shows can be compared with ==. The zero Show shows the value itself.
type Show struct {
	Kind  ShowKind
	Along Along   // if Way.Axis is set: the axis along which labels are compared
	Base  Literal // if Way.Base is set: the label with which the others are compared
	N     int     // if Way.Spans is set: the number of labels of an average
	Of    Field   // the field of the axis whose labels are compared; the zero Field: the field of each label itself
}

// ShowKind is the name of a way to show a measure in the language: pct_row.
type ShowKind string

// The ways to show. Labels are compared with labels under the same parent label, in the order of the axis.
const (
	AsIs         ShowKind = ""
	PctRow       ShowKind = "pct_row"        // share of the row's total
	PctCol       ShowKind = "pct_col"        // share of the column's total
	PctTotal     ShowKind = "pct_total"      // share of the grand total
	PctParentRow ShowKind = "pct_parent_row" // share of the figure of the row label's parent
	PctParentCol ShowKind = "pct_parent_col" // share of the figure of the column label's parent
	PctParent    ShowKind = "pct_parent"     // share of the figure of the label's ancestor in a given field
	PctOf        ShowKind = "pct_of"         // share of the figure of the base label
	PctPrev      ShowKind = "pct_prev"       // share of the figure of the previous label
	PctNext      ShowKind = "pct_next"       // share of the figure of the next label
	Running      ShowKind = "running"        // the sum of the figures up to this label
	PctRunning   ShowKind = "pct_running"    // the running total as a share of the total of the labels
	MovingAvg    ShowKind = "moving_avg"     // the mean of the figures of the last N labels
	DiffPrev     ShowKind = "diff_prev"      // the figure minus the figure of the previous label
	PctDiffPrev  ShowKind = "pct_diff_prev"  // diff_prev as a share of the figure of the previous label
	DiffNext     ShowKind = "diff_next"      // the figure minus the figure of the next label
	PctDiffNext  ShowKind = "pct_diff_next"  // diff_next as a share of the figure of the next label
	DiffOf       ShowKind = "diff_of"        // the figure minus the figure of the base label
	PctDiffOf    ShowKind = "pct_diff_of"    // diff_of as a share of the figure of the base label
	// 1 for the greatest figure of the compared labels; equal figures share the better rank
	Rank    ShowKind = "rank"
	RankAsc ShowKind = "rank_asc" // 1 for the least figure
	// cell * grand total / (row total * column total), Excel's weighted importance
	Index ShowKind = "index"
)

// Along is an axis.
type Along uint8

// The axes.
const (
	AlongRows Along = iota // down the rows
	AlongCols              // across the columns
)

// Way describes a way to show a measure.
type Way struct {
	Kind    ShowKind
	Title   string    // in words; if Base is set, the base label follows
	Ends    [2]string // what follows Title, for each axis
	Axis    bool      // compares labels along one axis
	Base    bool      // compares with a base label
	Beside  int       // compares with the previous (-1) or the next (1) label
	Field   bool      // a person may choose the field whose labels are compared
	Spans   bool      // averages a number of labels
	Needs   bool      // a person must choose the field whose labels are compared
	Adds    bool      // only for measures whose figures add up
	Percent bool      // the result is a share, a fraction of 1
	Usual   bool      // is listed before all other ways
}

// Group returns the heading under which lists have the way, if it is not Usual.
func (w Way) Group() string {
	switch w.Kind {
	case DiffPrev, DiffNext, DiffOf, PctDiffPrev, PctDiffNext, PctDiffOf:
		return "Differences"
	case Running, PctRunning, MovingAvg, Rank, RankAsc, Index:
		return "Running totals and ranks"
	}
	return "Shares"
}

// Ways lists the ways in the order of menus.
var Ways = []Way{
	{Kind: AsIs, Title: "The value itself", Usual: true},
	{Kind: PctTotal, Title: "% of total", Percent: true, Usual: true},
	{Kind: PctCol, Title: "% of column", Percent: true, Usual: true},
	{Kind: PctRow, Title: "% of row", Percent: true, Usual: true},
	{Kind: PctParentRow, Title: "% of parent row", Percent: true},
	{Kind: PctParentCol, Title: "% of parent column", Percent: true},
	{Kind: PctParent, Title: "% of parent", Axis: true, Field: true, Needs: true, Percent: true},
	{Kind: PctOf, Title: "% of", Axis: true, Base: true, Field: true, Percent: true},
	{Kind: PctPrev, Title: "% of previous", Ends: next, Axis: true, Beside: -1, Field: true, Percent: true},
	{Kind: PctNext, Title: "% of next", Ends: next, Axis: true, Beside: 1, Field: true, Percent: true},
	{Kind: DiffPrev, Title: "Difference from previous", Ends: next, Axis: true, Beside: -1, Field: true},
	{Kind: PctDiffPrev, Title: "% difference from previous", Ends: next, Axis: true, Beside: -1, Field: true,
		Percent: true},
	{Kind: DiffNext, Title: "Difference from next", Ends: next, Axis: true, Beside: 1, Field: true},
	{Kind: PctDiffNext, Title: "% difference from next", Ends: next, Axis: true, Beside: 1, Field: true, Percent: true},
	{Kind: DiffOf, Title: "Difference from", Axis: true, Base: true, Field: true},
	{Kind: PctDiffOf, Title: "% difference from", Axis: true, Base: true, Field: true, Percent: true},
	{Kind: Running, Title: "Running total", Ends: through, Axis: true, Adds: true, Field: true},
	{Kind: PctRunning, Title: "% running total", Ends: through, Axis: true, Adds: true, Field: true, Percent: true},
	{Kind: MovingAvg, Title: "Moving average", Ends: through, Axis: true, Spans: true, Field: true},
	{Kind: Rank, Title: "Rank largest to smallest", Ends: through, Axis: true},
	{Kind: RankAsc, Title: "Rank smallest to largest", Ends: through, Axis: true},
	{Kind: Index, Title: "Index"},
}

// The ends of titles.
var (
	next    = [2]string{" row", " column"}
	through = [2]string{" down rows", " across columns"}
)

// Way returns the description of the way to show, or the zero Way for an unknown kind.
func (s Show) Way() Way {
	if i := slices.IndexFunc(Ways, func(w Way) bool { return w.Kind == s.Kind }); i >= 0 {
		return Ways[i]
	}
	return Way{}
}

// Title returns the way to show in words: % of row, Difference from EU, Running total down rows.
func (s Show) Title() string {
	w := s.Way()
	of := s.Of != Field{}
	if w.Spans && s.N > 0 {
		w.Title += " of " + strconv.Itoa(s.N)
	}
	switch {
	case w.Base && of:
		return w.Title + " " + s.Base.Label() + " of " + s.Of.Title()
	case w.Base:
		return w.Title + " " + s.Base.Label()
	case of && w.Ends == through:
		return w.Title + " along " + s.Of.Title()
	case of:
		return w.Title + " " + s.Of.Title()
	}
	return w.Title + w.Ends[s.Along]
}

// String writes the way to show in the syntax of ApplyShows: diff_of:EU along cols.
func (s Show) String() string {
	text, w := string(s.Kind), s.Way()
	if s.Kind == AsIs {
		return asIs
	}
	if w.Base {
		text += ":" + labelText(s.Base)
	}
	if w.Spans {
		text += ":" + strconv.Itoa(s.N)
	}
	switch name := s.Of.String(); {
	case !w.Axis:
	case s.Of == Field{}:
		text += " along " + axes[s.Along]
	case slices.Contains(axes[:], name):
		text += " along " + `"` + name + `"`
	default:
		text += " along " + name
	}
	return text
}

// axes are the names of the axes in the language.
var axes = [2]string{"rows", "cols"}

// Suits returns an error if a measure cannot be shown this way. numeric says whether the measure's column has numbers.
func (s Show) Suits(m Measure, numeric bool) error {
	switch w := s.Way(); {
	case s.Kind == AsIs:
		return nil
	case w.Needs && s.Of == Field{}:
		return fmt.Errorf("%s is shown as %s along a field: choose the field", m, s.Kind)
	case w.Spans && (s.N < 2 || s.N > maxSpan):
		return separators.Errorf("%s is shown as the moving average of %d labels: write 2 to %d, as in %s:3", m, s.N,
			maxSpan, s.Kind)
	case !m.IsNumber(numeric):
		return fmt.Errorf("%s is no number and cannot be shown as %s", m, s.Kind)
	case w.Adds && !m.Adds():
		return fmt.Errorf("%s has no running total: only sums and counts add up", m)
	}
	return nil
}

// maxSpan is the largest number of labels of a moving average.
const maxSpan = 1000

// ParseSpan reads how many labels a moving average spans from text that a person typed.
func ParseSpan(text string) (int, error) {
	n, err := separators.ReadInt(text)
	if err != nil || n < 2 || n > maxSpan {
		return 0, separators.Errorf("write a whole number from 2 to %d", maxSpan)
	}
	return n, nil
}

// asIs is the name of AsIs in the language.
const asIs = "value"

// ShowNames lists the ways to show a measure for a sentence.
func ShowNames() string {
	names := make([]string, len(Ways)-1)
	for i, w := range Ways[1:] {
		if names[i] = string(w.Kind); w.Base {
			names[i] += ":LABEL"
		} else if w.Spans {
			names[i] += ":N"
		} else if w.Needs {
			names[i] += " along FIELD"
		}
	}
	return separators.Join(names, "and")
}

// ApplyShows reads ways to show, such as "sum(revenue)=pct_row, count()=diff_of:EU along cols", and sets each on the
// measure that it names. If a measure occurs several times among the values, its first text is for the first
// occurrence, its next text for the second.
func (q *Query) ApplyShows(texts []string) error {
	set := make([]bool, len(q.Values))
	for _, text := range texts {
		for more := true; more; {
			var one string
			one, text, more = cutList(text)
			m, way, err := q.findAssigned(one, set, "shown otherwise")
			if err != nil {
				return err
			}
			if m.Show, err = q.parseShow(way, *m); err != nil {
				return err
			}
		}
	}
	return nil
}

// parseShow reads a way to show for a measure. The default axis is the rows, or the columns if the query has no rows.
func (q *Query) parseShow(text string, m Measure) (Show, error) {
	text, axis := cut(text, " along ")
	kind, base := cut(text, ":")
	kind = strings.ToLower(strings.TrimSpace(kind))
	s := Show{Kind: ShowKind(kind)}
	switch kind {
	case asIs:
		return Show{}, nil
	case "rank_desc":
		s.Kind = Rank
	}
	w := s.Way()
	if w.Kind == AsIs {
		return s, fmt.Errorf("%s cannot be shown as %q; there are %s", m, kind, ShowNames())
	}
	if labels := parseLabels(base); w.Base && len(labels) == 1 {
		s.Base = labels[0]
	} else if n, err := strconv.Atoi(strings.TrimSpace(base)); w.Spans && err == nil {
		s.N = n
	} else if w.Spans {
		return s, fmt.Errorf("%s cannot be shown as %q: write the number of labels, as in %s:3", m,
			strings.TrimSpace(text), kind)
	} else if w.Base || base != "" {
		return s, fmt.Errorf("%s cannot be shown as %q: write %s", m, strings.TrimSpace(text),
			Show{Kind: w.Kind, Base: Literal{Text: "LABEL"}}.example())
	}
	switch axis = strings.TrimSpace(axis); {
	case axis == "" && w.Needs:
		return s, fmt.Errorf("%s is shown as %s along a field of the rows or the columns: write %[2]s along FIELD",
			m, kind)
	case axis == "" && w.Axis && len(q.Rows) == 0 && len(q.Cols) > 0:
		s.Along = AlongCols
	case axis == "":
	case !w.Axis:
		return s, fmt.Errorf("%s is shown as %s along both axes: leave %q out", m, kind, "along "+axis)
	case axis == "cols":
		s.Along = AlongCols
	case axis != "rows" && !w.Field:
		return s, fmt.Errorf("%s can be shown as %s along rows or along cols, not along %q", m, kind, axis)
	case axis != "rows":
		if err := q.setField(&s, axis); err != nil {
			return s, fmt.Errorf("%s cannot be shown as %s along %s: %w: put the field there, or write rows, cols or "+
				"one of their fields", m, kind, axis, err)
		}
	}
	return s, s.Suits(m, true)
}

// setField reads the field whose labels are compared.
func (q *Query) setField(s *Show, text string) error {
	fields, err := ParseFields(text)
	switch {
	case err != nil:
		return err
	case len(fields) != 1:
		return fmt.Errorf("%q is not one field", text)
	}
	s.Of = fields[0]
	return q.setAxis(s)
}

// PlaceShows sets the axis of each way to show that names a field. A field on neither axis is an error.
func (q *Query) PlaceShows() error {
	q.Values = slices.Clone(q.Values)
	for i := range q.Values {
		if s := &q.Values[i].Show; s.Of != (Field{}) {
			if err := q.setAxis(s); err != nil {
				return fmt.Errorf("%s cannot be shown as %s: %w", q.Values[i], s, err)
			}
		}
	}
	return nil
}

// setAxis sets the axis of the field that a way to show names. A field on neither axis is an error.
func (q *Query) setAxis(s *Show) error {
	switch {
	case s.Depth(q.Rows) > 0:
		s.Along = AlongRows
	case s.Depth(q.Cols) > 0:
		s.Along = AlongCols
	default:
		return fmt.Errorf("%s stands neither on the rows nor on the columns", s.Of)
	}
	return nil
}

// Depth returns the position of the field Of among the fields of an axis, counted from 1. It returns 0 if the field is
// not on the axis, or if Of is the zero Field. If only groups of the field's labels are on the axis, their position is
// returned.
func (s Show) Depth(fields []Field) int {
	if s.Of == (Field{}) {
		return 0
	}
	if i := slices.Index(fields, s.Of); i >= 0 {
		return i + 1
	}
	return 1 + slices.IndexFunc(fields, func(f Field) bool {
		return f.Base() == s.Of || strings.EqualFold(f.String(), s.Of.String())
	})
}

// example writes the way to show without its axis.
func (s Show) example() string {
	text, _, _ := strings.Cut(s.String(), " along ")
	return text
}
