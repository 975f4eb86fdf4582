package view

import "slices"

// NewDashboard returns a new dashboard that has those filters of the state that hold in every tab.
func (s State) NewDashboard() State {
	next := s.Clear().Sharing(s)
	next.Dashboard = true
	return next
}

// ShowsTab reports whether the dashboard shows the tab with a name.
func (s State) ShowsTab(name string) bool { return !slices.Contains(s.LeftOut, name) }

// ToggleTab adds the tab with a name to the dashboard, or removes it.
func (s State) ToggleTab(name string) State {
	if s.ShowsTab(name) {
		s.LeftOut = append(slices.Clone(s.LeftOut), name)
	} else {
		s.LeftOut = without(s.LeftOut, name)
	}
	return s
}

// RenameTab returns the state of a dashboard after a tab was renamed.
func (s State) RenameTab(old, name string) State {
	if i := slices.Index(s.LeftOut, old); i >= 0 {
		s.LeftOut = slices.Clone(s.LeftOut)
		s.LeftOut[i] = name
	}
	return s
}

// AsDashboard returns the state of a dashboard after an edit. All its filters hold in every tab. `is` is false if the
// edit put a field on a shelf other than Filters, since a dashboard has no other shelf.
func (s State) AsDashboard(old State) (next State, is bool) {
	if !s.Dashboard { // the edit returned a new state, not a changed one
		s.Dashboard, s.LeftOut = true, old.LeftOut
	}
	s.Chart, s.Layout = old.Chart, old.Layout
	s.Filters = slices.Clone(s.Filters)
	for i := range s.Filters {
		s.Filters[i].EveryTab = true
	}
	return s, len(s.Rows)+len(s.Cols)+len(s.Values) == 0
}
