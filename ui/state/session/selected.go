package session

import (
	"context"
	"slices"

	"cardinal/engine/pivot"
	"cardinal/ui/look/lang"
	"cardinal/ui/state/cells"
)

// Summarise adds up the figures of some cells in the background, and calls `then` on the UI goroutine. If it is called
// again before that, the older work is stopped.
func (s *Session) Summarise(src cells.Source, areas []cells.Rect, then func(cells.Summary)) {
	s.summary.stop()
	generation, last := s.summary.generation, 0
	for _, r := range areas {
		last = max(last, r.LastRow)
	}
	s.Await(src, last, func() {
		if s.summary.generation != generation {
			return
		}
		start(s, &s.summary, Work{}, func(ctx context.Context, _ func(string, float64)) (cells.Summary, error) {
			return cells.Summarise(ctx, src, areas...)
		}, showResult(s, then))
	})
}

// ready reports whether a row of a source can be read at once.
func ready(src cells.Source, row int) bool {
	g, is := src.(*pivot.Grid)
	return !is || g.Ready(row)
}

// ordered orders the rows of a source unless they are in order already.
func ordered(ctx context.Context, src cells.Source) error {
	if g, is := src.(*pivot.Grid); is {
		return g.Order(ctx)
	}
	return nil
}

// Find finds the cells that contain a text in the background, and calls `then` on the UI goroutine. A later call or
// Cancel stops the older search.
func (s *Session) Find(src cells.Source, text string, then func(*cells.Hits)) {
	start(s, &s.finding, Work{What: lang.L("Finding {{.Text}}", lang.With{"Text": text}), Done: -1},
		func(ctx context.Context, report func(string, float64)) (*cells.Hits, error) {
			if err := ordered(ctx, src); err != nil {
				return nil, err
			}
			return cells.Find(ctx, src, text, func(done float64) { report("", done) })
		}, showResult(s, then))
}

// Copy writes cells in several forms in the background, and calls `then` with a text for each form on the UI goroutine.
// If there are too many cells for all forms, it writes only the first form.
func (s *Session) Copy(src cells.Source, areas []cells.Rect, headers bool, forms []cells.Form,
	then func(texts []string)) {
	if s.refuses(s.partOf(src), lang.L("Copy")) {
		return
	}
	start(s, &s.copying, Work{What: lang.L("Copying"), Done: -1}, func(ctx context.Context, _ func(string,
		float64)) ([]string,
		error) {
		if slices.ContainsFunc(areas, func(r cells.Rect) bool { return !ready(src, r.LastRow) }) {
			if err := ordered(ctx, src); err != nil {
				return nil, err
			}
		}
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

// StopLooking stops Summarise and Find, whose cells are no longer shown.
func (s *Session) StopLooking() {
	s.summary.stop()
	if s.finding.stop() {
		s.showWork()
	}
}
