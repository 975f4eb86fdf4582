package session

import (
	"context"
	"slices"
	"strings"

	"cardinal/data"
	"cardinal/engine"
	"cardinal/engine/query"
	"cardinal/export"
	"cardinal/internal/each"
	"cardinal/ui/look/lang"
	"cardinal/ui/state/view"
)

// Sheets says which pivots are exported together.
type Sheets struct {
	Tabs bool        // the pivots of all tabs
	By   query.Field // if Tabs is false: the shown pivot, once for each label of this field
}

// turn is a pivot that will be exported when those before it are done.
type turn struct {
	name  string
	state view.State
	query query.Query
	how   engine.RunOptions
	held  *Answer // the answer of the pivot, if there is one; it may be obsolete
}

// SaveBook writes several pivots into one file, and then calls saved. The pivots run one after the other. A pivot that
// already has its answer does not run again.
func (s *Session) SaveBook(path, format, password string, of Sheets, saved func()) {
	if s.table == nil || s.refuses(s.table.Part, lang.L("Export")) {
		return
	}
	base, left, from := s.base, "", s.originFor(path, format)
	turns := []turn{s.turn(s.tab)}
	if of.Tabs {
		turns, left = s.turns()
	}
	if len(turns) == 0 || turns[0].state.Empty() {
		s.screen.Say(Message{Error: true, Text: lang.L("There is no pivot to export yet: put a field on Rows, " +
			"Columns or Values first.")})
		return
	}
	s.saving(path, func(ctx context.Context, report func(string, float64)) (string, error) {
		if !of.Tabs {
			pages, err := s.pages(ctx, base, turns[0], of.By)
			if err != nil {
				return "", err
			}
			turns = pages
		}
		book := make(export.Book, len(turns))
		var slicers []query.Field
		for _, t := range turns {
			slicers = append(slicers, t.state.Slicers()...)
		}
		for i, t := range turns {
			book[i] = export.Named{Name: t.name, Answer: func(ctx context.Context) (export.Pivot, error) {
				report(lang.L("{{.Tab}}, {{.Turn}} of {{.Turns}}",
					lang.With{"Tab": t.name, "Turn": i + 1, "Turns": len(turns)}), float64(i)/float64(len(turns)))
				p, err := s.answerTurn(ctx, base, t, slicers)
				if err == nil {
					p.Origin = from(base, t.state.Lookups)
				}
				return p, err
			}}
		}
		lost, err := s.files.SaveBook(ctx, path, format, password, book)
		return strings.TrimSpace(left + " " + lost), err
	}, s.sayExported(path, saved))
}

// turns returns the pivots of all tabs, or of the shown dashboard. `left` is a sentence with the names of the tabs
// without a pivot.
func (s *Session) turns() (all []turn, left string) {
	var empty []string
	for _, t := range s.tabs {
		switch now := t.history.Now(); {
		case now.Dashboard || s.State().Dashboard && !s.State().ShowsTab(t.name):
		case now.Empty():
			empty = append(empty, t.name)
		default:
			all = append(all, s.turn(t))
		}
	}
	if left = export.LeftOut(empty); left != "" {
		left += "."
	}
	return all, left
}

func (s *Session) turn(t *tab) turn {
	now := t.history.Now()
	how := s.options(now)
	if !now.SameQuery(t.allowed) {
		how.MaxCells = maxCells
	}
	return turn{t.name, now, now.Query(), how, t.answer}
}

// pages returns a pivot once for each label of a field. Each copy has only the rows with its label.
func (s *Session) pages(ctx context.Context, base *data.Table, of turn, by query.Field) ([]turn, error) {
	table, err := s.Joined(base, of.state.Lookups)
	if err != nil {
		return nil, err
	}
	pages, err := s.engine.Pages(ctx, table, of.query, by, of.how)
	turns := make([]turn, len(pages))
	for i, p := range pages {
		turns[i] = turn{name: p.Label, state: of.state, query: p.Query, how: of.how}
	}
	return turns, err
}

// answerTurn returns the answer to a pivot for an export. slicers are the fields of all pinned filters in the same
// file.
func (s *Session) answerTurn(ctx context.Context, base *data.Table, t turn,
	slicers []query.Field) (export.Pivot, error) {
	a, err := s.answerTo(ctx, base, t)
	if err == nil {
		err = a.Tab.Order(ctx)
	}
	if err != nil {
		return export.Pivot{}, err
	}
	p := s.exportOf(a, t.state.Chart)
	p.Slicers = export.SlicersIn(a.table, t.query.Lets, slicers)
	return p, nil
}

// answerTo returns the answer to a pivot. It runs the pivot unless it already has its answer.
func (s *Session) answerTo(ctx context.Context, base *data.Table, t turn) (*Answer, error) {
	table, err := s.Joined(base, t.state.Lookups)
	if err != nil {
		return nil, err
	}
	if a := t.held; a != nil && a.table == table && a.State.SameQuery(t.state) {
		return a.lay(ctx, t.state)
	}
	ran, err := s.engine.Pivot(ctx, table, t.query, t.how)
	if err != nil {
		return nil, err
	}
	ran.Tab = ran.Tab.In(lang.Words())
	g, err := layOut(ctx, ran.Tab, t.state)
	return &Answer{Answer: ran, State: t.state, Grid: g, table: table}, err
}

// pagePeriods are the periods that usually split a date into few sheets.
var pagePeriods = []query.Part{query.Year, query.TruncQuarter, query.TruncMonth}

// PageFields lists the fields by whose labels a pivot can be split into sheets: first the fields of filters and
// shelves, then all columns. The years, quarters and months of a date come before the date itself.
func (s *Session) PageFields() []query.Field {
	if s.table == nil {
		return nil
	}
	now := s.State()
	var all []query.Field
	add := func(f query.Field) {
		all = each.Add(all, f)
	}
	for _, f := range now.Filters {
		add(f.Field)
	}
	for _, f := range slices.Concat(now.Rows, now.Cols) {
		add(f)
	}
	for _, c := range s.fields.Columns {
		for _, f := range view.PeriodsOf(c) {
			if slices.Contains(pagePeriods, f.Part) {
				add(f)
			}
		}
		add(query.Field{Column: c.Name})
	}
	return all
}
