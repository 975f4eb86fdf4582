package ui

import (
	"strings"
	"testing"

	"cardinal/data"
	"cardinal/engine/query"
	"cardinal/ui/state/view"
	"cardinal/ui/widget/input"
)

// TestGuardOffersAPeriod asks for a pivot of too many minutes. The notice says what it would take, and its first button
// groups the minutes by month, to the size that it says.
func TestGuardOffersAPeriod(t *testing.T) {
	const rows = 20_000
	minutes, n := make([]int64, rows), make([]int64, rows)
	for i := range rows {
		minutes[i], n[i] = int64(11323*86400+i*12*60), int64(i%5000)
	}
	s := newStage(t, data.NewTable("minutes.csv", []*data.Column{data.NewInts("minute", data.Timestamp, 0, minutes,
		nil), data.NewInts("n", data.Int, 0, n, nil)}))
	s.load(0)
	s.editor.Edit(func(v view.State) view.State {
		return v.AddKey(query.Field{Column: "n"}, view.Rows, 0).AddKey(query.Field{Column: "minute"}, view.Cols, 0)
	})
	s.until("the question", func() bool { return strings.Contains(s.read(s.result.over), "This pivot would have") })
	if said := s.read(s.result.over); !strings.Contains(said, "All of it would take about ") ||
		!strings.Contains(said, "B of memory") {
		t.Errorf("the window says\n%s", said)
	}
	buttons := all[*input.Button](s.result.over)
	if len(buttons) != 4 || buttons[0].Text != "Group minute by month: about 5,000 rows by 6 columns" ||
		buttons[3].Text != "Run it anyway" {
		for _, b := range buttons {
			t.Errorf("a button says %q", b.Text)
		}
		return
	}
	buttons[0].OnTapped()
	if g := s.answered().Grid; g.Rows < 5000 || g.Cols != 1+6+1 {
		t.Errorf("the pivot has %d rows and %d columns", g.Rows, g.Cols)
	}
}
