package ui

import (
	"slices"
	"strings"
	"testing"

	"cardinal/engine/query"
	"cardinal/ui/state/view"
	"cardinal/ui/widget/input"
)

const instantsText = `created,n,wall
2024-06-30T21:30:00Z,1,2024-06-30 10:00
2024-06-30T22:30:00Z,2,2024-06-30 10:00
2024-06-30T23:30:00Z,4,2024-06-30 10:00
`

// TestZone chooses the time zone of a column by the menu of its field, a search and Enter. The days are those of the
// zone, in the pivot and behind a figure, the workspace keeps the zone, and UTC brings the instants back.
func TestZone(t *testing.T) {
	s := keeping(t, t.TempDir())
	s.open(write(t, t.TempDir(), "log.csv", instantsText))
	s.editor.Edit(func(st view.State) view.State {
		return st.AddKey(query.Field{Column: "created", Part: query.TruncDay}, view.Rows, 0)
	})
	s.editor.Append("n", view.Values)
	s.answered()
	days := func() string {
		var lines []string
		g := s.session.Answer().Grid
		for row := 1; row < g.Rows; row++ {
			c, v := g.Cell(row, 0), g.Cell(row, 1)
			lines = append(lines, c.Text()+" "+v.Text())
		}
		return strings.Join(lines, ", ")
	}
	if got := days(); got != "2024-06-30 7, Total 7" {
		t.Errorf("in UTC: %s", got)
	}
	for _, step := range []struct{ search, zone, want string }{
		{"kolkata", "Asia/Kolkata", "2024-07-01 7, Total 7"},
		{"europe/ber", "Europe/Berlin", "2024-06-30 1, 2024-07-01 6, Total 7"},
		{"utc", "", "2024-06-30 7, Total 7"},
	} {
		old := s.session.Answer()
		s.zoneOf(s.session.Column("created"))()
		entry := all[*input.Entry](s.win.Canvas().Overlays().Top())[0]
		entry.SetText(step.search)
		entry.OnSubmitted(step.search)
		s.until("it is read again", func() bool {
			a := s.session.Answer()
			return !s.session.Loading() && a != nil && a != old && a.State.SameQuery(s.session.State())
		})
		if got := days(); got != step.want {
			t.Errorf("%s: %s, want %s", step.zone, got, step.want)
		}
		if step.zone == "Europe/Berlin" { // the rows behind the second day
			s.session.DrillThrough(s.session.Answer().Grid.Nodes(2, 1))
			s.until("rows", func() bool { return s.Rows() != nil })
			if r := s.Rows(); r.Len() != 2 || r.Value(0, 0).String() != "2024-07-01T00:30:00" {
				t.Errorf("%d rows behind the day, the first at %s", r.Len(), r.Value(0, 0))
			}
			s.escape()
		}
		want := []string(nil)
		if step.zone != "" {
			want = []string{"created=" + step.zone}
		}
		if got := s.keeps.Source().Reading.Zones; !slices.Equal(got, want) {
			t.Errorf("the zones are %q, want %q", got, want)
		}
	}
	if got := s.prefs.Zones; !slices.Equal(got, []string{"UTC", "Europe/Berlin", "Asia/Kolkata"}) {
		t.Errorf("recent zones: %q", got)
	}
	s.zoneOf(s.session.Column("wall"))()
	if s.win.Canvas().Overlays().Top() != nil || !strings.Contains(s.status.text.Text, "nobody knows which instants") {
		t.Errorf("times without a zone: %q", s.status.text.Text)
	}
	if s.zoneOf(s.session.Column("n")) != nil {
		t.Error("numbers have a zone")
	}
}
