package session

import (
	"context"
	"slices"
	"strings"

	"cardinal/data"
	"cardinal/engine"
	"cardinal/engine/pivot"
	"cardinal/profiler"
	"cardinal/ui/look/lang"
)

// Checked is the result of Check: what is doubtful in the open table.
type Checked struct {
	Table    *data.Table
	Columns  []string // columns that were checked; nil: all columns
	Findings []engine.Finding
}

// checking is what Check is called while it is under way.
const checking = "Checking the data"

// Check finds what is doubtful in some columns of the open table. If columns is nil, it checks all columns, and also
// finds rows that are equal in all columns. An edit ends the work.
func (s *Session) Check(columns []string, then func(*Checked)) {
	table := s.fields
	if table == nil || s.Unread(lang.L("check its quality")) || s.Elsewhere(lang.L("check its quality")) {
		return
	}
	check := func(ctx context.Context, report func(string, float64)) (*Checked, error) {
		found, err := s.engine.Quality(ctx, table, columns, func(done float64) { report("", done) })
		if err == nil && columns == nil {
			report(lang.L("comparing the rows"), -1)
			var same engine.Finding
			if same, err = s.engine.Duplicates(ctx, table, nil); same.Rows > 0 {
				found = append(found, same)
			}
		}
		return &Checked{table, columns, found}, err
	}
	start(s, &s.rows, Work{What: lang.L(checking)}, check, showResult(s, then))
}

// CheckDuplicates finds the rows that are equal in some columns, and puts them before the other findings.
func (s *Session) CheckDuplicates(c *Checked, columns []string, then func(*Checked)) {
	start(s, &s.rows, Work{What: lang.L(checking), Done: -1},
		func(ctx context.Context, _ func(string, float64)) (*Checked, error) {
			same, err := s.engine.Duplicates(ctx, c.Table, columns)
			return &Checked{c.Table, c.Columns, slices.Insert(slices.Clone(c.Findings), 0, same)}, err
		}, showResult(s, then))
}

// ShowDoubtful lists the rows of a finding. Equal rows are next to each other.
func (s *Session) ShowDoubtful(c *Checked, f engine.Finding) {
	start(s, &s.rows, Work{What: lang.L("Finding the rows"), Done: -1},
		func(ctx context.Context, _ func(string, float64)) (*Rows, error) {
			found := pivot.Listing{Table: c.Table, Rows: f.Listed[:min(len(f.Listed), maxListed)]}
			if f.Where != nil {
				var err error
				if found, _, err = s.engine.Passing(ctx, c.Table, nil, f.Where, maxListed); err != nil {
					return nil, err
				}
			}
			found.Numbered = true
			title := lang.N("{{.N}} row", "{{.N}} rows", f.Rows)
			if found.Len() < f.Rows {
				title = lang.L("The first {{.Shown}} of {{.Rows}}",
					lang.With{"Shown": profiler.Count(found.Len()), "Rows": title})
			}
			return &Rows{Listing: found, found: found, Sort: RowSort{Col: -1},
				Title: title + ": " + strings.Join(f.Columns, ", ") + ", " + DoubtTitle(f.Doubt)}, nil
		},
		showResult(s, s.screen.ShowRows))
}

var doubtTitles = map[engine.Doubt]string{
	engine.Empty: lang.Key("without a value"), engine.Alike: lang.Key("labels that look alike"),
	engine.Blanks:  lang.Key("blanks at the ends"),
	engine.Unusual: lang.Key("far from the others"), engine.Future: lang.Key("in the future"),
	engine.Duplicates: lang.Key("equal rows"),
}

// DoubtTitle returns what is in doubt in a few words, e.g. "blanks at the ends".
func DoubtTitle(d engine.Doubt) string { return lang.L(doubtTitles[d]) }
