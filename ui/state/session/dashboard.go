package session

import (
	"context"
	"errors"

	"cardinal/data"
	"cardinal/export/chart"
	"cardinal/ui/look/lang"
	"cardinal/ui/state/view"
)

// Tile is a pivot on a dashboard.
type Tile struct {
	Tab    int // the position of its tab
	Name   string
	State  view.State
	Answer *Answer // the answer to an older state if Late is true; nil: none yet
	Late   bool    // the answer to State is not there yet
	Err    error   // why there is no answer; nil if there is one

	tab *tab
}

// NewDashboard adds a dashboard after the shown tab.
func (s *Session) NewDashboard() {
	s.addTab(s.ownName(lang.L("Dashboard")), s.State().NewDashboard())
}

// tiles returns the pivots of the tabs that the dashboard shows.
func (s *Session) tiles() (all []*Tile) {
	for i, t := range s.tabs {
		now := t.history.Now()
		if now.Empty() || now.Dashboard || !s.State().ShowsTab(t.name) {
			continue
		}
		a := t.answer
		held := a != nil && same(a.State, now) && a.table == s.joins.get(s.base, now.Lookups)
		all = append(all, &Tile{Tab: i, Name: t.name, State: now, Answer: a, Late: !held, tab: t})
	}
	return all
}

// showTiles shows the tiles of the dashboard. Pivots without an answer to their state run one after the other. When an
// answer is there, its tile shows it, and its tab keeps it.
func (s *Session) showTiles() {
	s.share()
	all, base := s.tiles(), s.base
	s.screen.ShowTiles(all)
	var late []*Tile
	var turns []turn
	for _, t := range all {
		if t.Late {
			late, turns = append(late, t), append(turns, s.turn(t.tab))
		}
	}
	if len(late) == 0 {
		s.run.stop()
		s.showWork()
		s.rest()
		return
	}
	start(s, &s.run, Work{What: lang.L("Working out the dashboard"), Done: -1, Pivot: true},
		func(ctx context.Context, report func(string, float64)) (*data.Table, error) {
			for i, t := range late {
				report(t.Name, float64(i)/float64(len(late)))
				a, err := guard(func() (*Answer, error) { return s.answerTo(ctx, base, turns[i]) })
				s.post(func() {
					if ctx.Err() == nil {
						t.Answer, t.Err, t.Late, t.tab.answer = a, err, false, a
						s.screen.ShowTiles(all)
					}
				})
			}
			return base, ctx.Err()
		}, func(_ *data.Table, err error) {
			if !errors.Is(err, context.Canceled) {
				s.forget()
			}
		})
}

// changeTabs shows the changed tabs. If a dashboard is shown, its tiles are shown again.
func (s *Session) changeTabs() {
	if s.showTabs(); s.State().Dashboard {
		s.pivot(nil)
	}
}

// DrawTile draws the chart of a tile in the background, as Draw does.
func (s *Session) DrawTile(t *Tile, width, height float64, look chart.Look, show func(Picture, error)) {
	style, _ := chart.ParseStyle(t.State.Chart.Style)
	s.draw(&t.tab.drawing, t.Answer, style, width, height, look, show)
}
