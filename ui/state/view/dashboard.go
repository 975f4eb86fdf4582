package view

import "slices"

// NewDashboard returns a dashboard with the filters that hold in every tab.
func (s State) NewDashboard() State {
	next := s.Clear().Sharing(s)
	next.Dashboard = true
	return next
}

// ShowsTab reports whether a dashboard shows the tab with a name.
func (s State) ShowsTab(name string) bool { return !slices.Contains(s.LeftOut, name) }

// ToggleTab puts the tab with a name on the dashboard, or takes it off.
func (s State) ToggleTab(name string) State {
	if s.ShowsTab(name) {
		s.LeftOut = append(slices.Clone(s.LeftOut), name)
	} else {
		s.LeftOut = without(s.LeftOut, name)
	}
	return s
}

// RenameTab returns a dashboard's state after a tab got another name.
func (s State) RenameTab(old, name string) State {
	if i := slices.Index(s.LeftOut, old); i >= 0 {
		s.LeftOut = slices.Clone(s.LeftOut)
		s.LeftOut[i] = name
	}
	return s
}

// AsDashboard returns what an edit of a dashboard makes of it: a dashboard, whose filters hold in every tab. is is
// false if the edit put a field on another shelf.
func (s State) AsDashboard(old State) (next State, is bool) {
	if !s.Dashboard { // the edit began with an empty state
		s.Dashboard, s.LeftOut = true, old.LeftOut
	}
	s.Chart, s.Layout = old.Chart, old.Layout
	s.Filters = slices.Clone(s.Filters)
	for i := range s.Filters {
		s.Filters[i].EveryTab = true
	}
	return s, len(s.Rows)+len(s.Cols)+len(s.Values) == 0
}
