package ui

import (
	"strings"
	"testing"

	"cardinal/engine/pivot"
	"cardinal/engine/query"
	"cardinal/ui/state/view"
)

// TestMovingAverageByMenu types the number of labels of a moving average, and keeps a top up to a share by the menu
// of a key.
func TestMovingAverageByMenu(t *testing.T) {
	s := newStage(t, orders())
	s.load(0)
	s.editor.Edit(func(now view.State) view.State {
		now = now.AddKey(query.Field{Column: "region"}, view.Rows, 0) // Asia 8, EU -3000, US 10
		now.Values = []query.Measure{{Func: query.Sum, Column: "units"}}
		return now
	})
	s.answered()
	shown := func() string {
		a := s.session.Answer()
		var texts []string
		for row := a.Grid.HeaderRows; row < a.Grid.Rows; row++ {
			if label, figure := a.Grid.Cell(row, 0), a.Grid.Cell(row, 1); figure.Role == pivot.Body {
				texts = append(texts, label.Text()+" "+figure.Text())
			}
		}
		return strings.Join(texts, ", ")
	}
	s.chooseIn(s.ofChip(view.Values), "Show as", "Moving average")
	s.chooseIn(s.ofChip(view.Values), "Number of labels", "Another number…")
	s.typed("1")
	if !s.button("Use").Disabled() {
		t.Error("an average of one label is taken")
	}
	s.typed("2")
	s.button("Use").OnTapped()
	s.until("a moving average", func() bool {
		return strings.HasPrefix(shown(), "Asia 8.00, EU -1,496.00, US -1,495.00")
	})
	s.chooseIn(s.ofChip(view.Values), "Number of labels", "3")
	s.until("a moving average of three", func() bool {
		return strings.HasPrefix(shown(), "Asia 8.00, EU -1,496.00, US -994.00")
	})
	s.undo()
	s.undo()
	s.answered()
	s.chooseIn(s.ofChip(view.Rows), "Top and bottom", "Bottom 80% of the total")
	s.until("the regions that make up the total", func() bool {
		return strings.HasPrefix(shown(), "EU -3,000") && !strings.Contains(shown(), "US")
	})
}
