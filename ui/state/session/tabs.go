package session

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"cardinal/internal/each"
	"cardinal/internal/workspace"
	"cardinal/ui/look/lang"
	"cardinal/ui/state/view"
)

// tab is one pivot of the open table: its shelves and its answer.
type tab struct {
	name    string
	history view.History
	answer  *Answer
	stopped bool       // the last run was stopped
	allowed view.State // a state that may run even if its answer is very large
	shown   int        // the value of Session.switches when it was last shown
	drawing slot       // draws its chart
}

// Tab is a pivot and its name.
type Tab struct {
	Name  string
	State view.State
}

// closed is a closed tab and the position that it had.
type closed struct {
	*tab
	at int
}

// maxClosed is how many closed tabs can be opened again. maxTabs is the greatest number of tabs.
const maxClosed, maxTabs = 20, 200

// Tabs lists the pivots in the order of the tab bar.
func (s *Session) Tabs() []Tab {
	return each.Of(s.tabs, func(t *tab) Tab { return Tab{t.name, t.history.Now()} })
}

// Shown returns the position of the shown tab.
func (s *Session) Shown() int { return slices.Index(s.tabs, s.tab) }

// CanReopen reports whether a closed tab can be opened again.
func (s *Session) CanReopen() bool { return len(s.closed) > 0 }

// ShowTab shows the tab at a position. If its answer is still valid, the answer appears at once.
func (s *Session) ShowTab(i int) {
	if i >= 0 && i < len(s.tabs) && s.tabs[i] != s.tab {
		s.switchTo(s.tabs[i])
	}
}

// NextTab shows the tab that is `by` positions after the shown one. After the last tab comes the first.
func (s *Session) NextTab(by int) {
	n := len(s.tabs)
	s.ShowTab(((s.Shown()+by)%n + n) % n)
}

// NewTab adds a tab with empty shelves after the shown tab. The new tab has the same calculated fields, look-ups and
// tier.
func (s *Session) NewTab() { s.addTab(s.freeName(lang.L("Pivot")), s.State().Clear()) }

// ShowPivot shows the first tab that has the same pivot as t. If there is none, it adds t after the shown tab.
func (s *Session) ShowPivot(t Tab) {
	if i := slices.IndexFunc(s.tabs, func(o *tab) bool { return o.history.Now().SameQuery(t.State) }); i >= 0 {
		s.ShowTab(i)
		return
	}
	s.addTab(s.ownName(t.Name), t.State)
}

// DuplicateTab adds a tab with the same shelves as the tab at a position, after that tab.
func (s *Session) DuplicateTab(i int) {
	if i >= 0 && i < len(s.tabs) {
		s.ShowTab(i)
		s.addTab(s.freeName(s.tabs[i].name), s.State())
	}
}

func (s *Session) addTab(name string, state view.State) {
	if s.table == nil {
		return
	}
	if len(s.tabs) >= maxTabs {
		s.screen.Say(Message{Error: true, Text: lang.L("There are {{.Tabs}} tabs already: close one first.",
			lang.With{"Tabs": maxTabs})})
		return
	}
	state = state.Sharing(s.State())
	t := &tab{name: name, answer: s.answer}
	if !state.SameQuery(s.State()) {
		t.answer = nil
	}
	t.history.Reset(state)
	s.tabs = slices.Insert(s.tabs, s.Shown()+1, t)
	s.switchTo(t)
}

// CloseTab closes the tab at a position, which ReopenTab can open again. If no tab is left, it adds an empty one.
func (s *Session) CloseTab(i int) {
	if s.table == nil || i < 0 || i >= len(s.tabs) {
		return
	}
	gone := s.tabs[i]
	if s.closed = append(s.closed, closed{gone, i}); len(s.closed) > maxClosed {
		s.closed = slices.Delete(s.closed, 0, 1)
	}
	s.tabs = slices.Delete(slices.Clone(s.tabs), i, i+1)
	if len(s.tabs) == 0 {
		t := &tab{name: s.freeName(lang.L("Pivot"))}
		t.history.Reset(gone.history.Now().Clear().Sharing(gone.history.Now()))
		s.tabs = []*tab{t}
	}
	if !gone.history.Now().Empty() {
		s.screen.Say(Message{Text: lang.L("The tab {{.Tab}} is closed. Ctrl+Shift+T opens it again.",
			lang.With{"Tab": gone.name})})
	}
	if gone == s.tab {
		s.switchTo(s.tabs[min(i, len(s.tabs)-1)])
	} else {
		s.changeTabs()
	}
	gone.answer = nil
}

// ReopenTab opens the tab that was closed last, with its history for undo.
func (s *Session) ReopenTab() {
	n := len(s.closed)
	if n == 0 || s.table == nil {
		return
	}
	last := s.closed[n-1]
	s.closed = s.closed[:n-1]
	last.name = s.ownName(last.name)
	shareWith(last.tab, s.State())
	s.tabs = slices.Insert(slices.Clone(s.tabs), min(last.at, len(s.tabs)), last.tab)
	s.switchTo(last.tab)
}

// share copies those filters of the shown tab that hold in every tab to the other tabs.
func (s *Session) share() {
	for _, t := range s.tabs {
		if t != s.tab {
			shareWith(t, s.State())
		}
	}
}

// shareWith copies those filters of a state that hold in every tab to a tab.
func shareWith(t *tab, now view.State) {
	if next := t.history.Now().Sharing(now); !same(next, t.history.Now()) {
		t.history.Do(next)
	}
}

// CheckTabName returns an error if the tab at a position cannot have a name.
func (s *Session) CheckTabName(i int, name string) error {
	if err := workspace.CheckName(name); err != nil {
		return err
	}
	if s.hasTab(name, s.tabs[i]) {
		return errors.New(lang.L("another tab has this name"))
	}
	return nil
}

// RenameTab gives the tab at a position another name.
func (s *Session) RenameTab(i int, name string) {
	if i >= 0 && i < len(s.tabs) && s.CheckTabName(i, name) == nil {
		old := s.tabs[i].name
		s.tabs[i].name = name
		for _, t := range s.tabs {
			t.history.Each(func(v view.State) view.State { return v.RenameTab(old, name) })
		}
		s.changeTabs()
	}
}

// MoveTab moves the tab at a position to another position.
func (s *Session) MoveTab(from, to int) {
	if from >= 0 && from < len(s.tabs) && to >= 0 && to < len(s.tabs) && from != to {
		t := s.tabs[from]
		s.tabs = slices.Insert(slices.Delete(slices.Clone(s.tabs), from, from+1), to, t)
		s.changeTabs()
	}
}

// Restore adds tabs and shows one of them. If all present tabs are empty, the added tabs replace them.
func (s *Session) Restore(tabs []Tab, shown int) {
	if s.table == nil || len(tabs) == 0 {
		return
	}
	if !slices.ContainsFunc(s.tabs, func(t *tab) bool {
		return !t.history.Now().Empty() || len(t.history.Now().Filters) > 0
	}) {
		s.tabs = nil
	}
	first := len(s.tabs)
	for i := range tabs {
		if first > 0 {
			tabs[i].State = tabs[i].State.Sharing(s.State())
		}
	}
	s.appendTabs(tabs)
	s.switchTo(s.tabs[first+min(max(shown, 0), len(tabs)-1)])
}

func (s *Session) appendTabs(tabs []Tab) {
	for _, kept := range tabs {
		t := &tab{name: s.ownName(kept.Name)}
		t.history.Reset(kept.State)
		s.tabs = append(s.tabs, t)
	}
}

// reset gives a table its first tabs: those of a workspace, or one with empty shelves.
func (s *Session) reset(tabs []Tab, shown int, tier string) {
	s.tabs, s.closed = nil, nil
	if len(tabs) == 0 {
		tabs = []Tab{{lang.L("Pivot") + " 1", view.State{Tier: tier}}}
	}
	s.appendTabs(tabs)
	s.tab = s.tabs[min(max(shown, 0), len(s.tabs)-1)]
}

// hasTab reports whether a tab other than `besides` has a name.
func (s *Session) hasTab(name string, besides *tab) bool {
	return slices.ContainsFunc(s.tabs, func(t *tab) bool { return t != besides && t.name == name })
}

// ownName returns a name if no tab has it, or else a free name that begins with it.
func (s *Session) ownName(name string) string {
	if s.hasTab(name, nil) {
		return s.freeName(name)
	}
	return name
}

// freeName returns the name with the first number that makes it different from all tabs, e.g. "Pivot 2".
func (s *Session) freeName(name string) string {
	for n := 1; ; n++ {
		if numbered := fmt.Sprintf("%s %d", name, n); !s.hasTab(numbered, nil) && (n > 1 || name == lang.L("Pivot")) {
			return numbered
		}
	}
}

// switchTo shows a tab. It stops the work for the tab before, which begins again when that tab is shown again.
func (s *Session) switchTo(t *tab) {
	for _, k := range []*slot{&s.run, &s.compare, &s.rows, &s.choice, &s.search, &s.slicers} {
		k.stop()
	}
	s.stopDrawing()
	for _, k := range s.searches {
		k.stop()
	}
	s.switches++
	s.tab = t
	t.shown = s.switches
	s.showTabs()
	s.calculate()
	s.showState()
	s.countSlicers()
	s.showWork()
	now := s.State()
	switch a := s.answer; {
	case now.Dashboard:
		s.pivot(nil)
	case now.Empty():
		s.answer = nil
		s.list()
	case s.holds(a):
		s.screen.ShowAnswer(a)
		if !foldsEqual(a.State.Folds, now.Folds) || !a.State.Layout.Equal(now.Layout) {
			s.pivot(a)
		}
		s.rest()
	default:
		s.answer = nil
		s.screen.ShowAnswer(nil) // hide the figures of the other tab
		s.pivot(nil)
	}
	s.forget()
}

// maxGroups is the greatest number of groups in all answers that tabs keep together. They take some 500 MB.
const maxGroups = 4_000_000

// forget drops the answers of the tabs that were not shown for the longest time, until all answers together have at
// most maxGroups groups. A tab without an answer runs its pivot when it is shown.
func (s *Session) forget() {
	tabs := slices.Clone(s.tabs)
	slices.SortFunc(tabs, func(a, b *tab) int { return cmp.Compare(b.shown, a.shown) })
	groups := 0
	for _, t := range tabs {
		if t.answer == nil {
			continue
		}
		if groups += t.answer.Profile.GroupsActual; groups > maxGroups && t != s.tab {
			t.answer = nil
		}
	}
}

func (s *Session) showTabs() {
	names := each.Of(s.tabs, func(t *tab) string { return t.name })
	s.screen.ShowTabs(names, s.Shown())
}
