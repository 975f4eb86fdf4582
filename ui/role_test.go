package ui

import (
	"slices"
	"testing"
)

// TestRole makes a quantity an identifier with the item of its field's menu, and a quantity again. The workspace keeps
// the choice with the way in which the file is read.
func TestRole(t *testing.T) {
	s := keeping(t, "")
	s.open(write(t, t.TempDir(), "sales.csv", salesText))
	s.build()
	for _, want := range [][]string{{"revenue=identifier"}, nil} {
		old := s.session.Table()
		s.otherRole(s.session.Column("revenue"))()
		s.until("it is read again", func() bool { return !s.session.Loading() && s.session.Table() != old })
		s.answered()
		c := s.session.Column("revenue")
		if got := s.keeps.Source().Reading.Roles; c.IsIdentifier() != (want != nil) || !slices.Equal(got, want) {
			t.Errorf("the roles are %v, want %v", got, want)
		}
	}
	if s.otherRole(s.session.Column("region")) != nil {
		t.Error("texts can be quantities")
	}
}
