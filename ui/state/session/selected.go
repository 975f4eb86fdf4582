package session

import (
	"context"

	"cardinal/ui/state/cells"
)

// Summarise adds up the figures of some cells in the background, and calls then on the UI goroutine. A later call
// supersedes an earlier one.
func (s *Session) Summarise(src cells.Source, areas []cells.Rect, then func(cells.Summary)) {
	start(s, &s.summary, Work{}, func(ctx context.Context, _ func(string, float64)) (cells.Summary, error) {
		return cells.Summarise(ctx, src, areas...)
	}, showResult(s, then))
}

// Find finds the cells that contain a text in the background, and calls then on the UI goroutine. A later call
// supersedes an earlier one, and Cancel ends it.
func (s *Session) Find(src cells.Source, text string, then func(*cells.Hits)) {
	start(s, &s.finding, Work{What: "Finding " + text, Done: -1},
		func(ctx context.Context, report func(string, float64)) (*cells.Hits, error) {
			return cells.Find(ctx, src, text, func(done float64) { report("", done) })
		}, showResult(s, then))
}

// Copy writes cells in some forms in the background, and calls then with the texts on the UI goroutine. For too many
// cells, only the first form has a text.
func (s *Session) Copy(src cells.Source, areas []cells.Rect, headers bool, forms []cells.Form,
	then func(texts []string)) {
	if s.refuses(s.partOf(src), "Copy") {
		return
	}
	start(s, &s.copying, Work{What: "Copying", Done: -1}, func(ctx context.Context, _ func(string, float64)) ([]string,
		error) {
		texts := make([]string, len(forms))
		for i, f := range forms {
			if i > 0 && cells.Len(areas) > cells.RichLimit {
				break
			}
			var err error
			if texts[i], err = cells.Write(ctx, src, areas, headers, f); err != nil {
				return nil, err
			}
		}
		return texts, nil
	}, showResult(s, then))
}

// StopLooking ends Summarise and Find, whose cells are gone.
func (s *Session) StopLooking() {
	s.summary.stop()
	if s.finding.stop() {
		s.showWork()
	}
}
