package grid

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"cardinal/data"
	"cardinal/engine"
	"cardinal/engine/pivot"
	"cardinal/engine/query"
	"cardinal/internal/workspace"
	"cardinal/ui/state/view"
)

// BenchmarkFrame paints 1500 by 800 pixels, every cell another than in the frame before.
func BenchmarkFrame(b *testing.B) {
	scroll(b, long{rows: 10_000_000, figures: 20})
}

// BenchmarkMarks scrolls a pivot of a million rows by 12 columns of figures at 1500 by 800 pixels, without and
// with conditional formats. Every frame has other rows.
func BenchmarkMarks(b *testing.B) {
	for _, mark := range []query.Mark{{}, {Kind: query.Bars}, {Kind: query.Scale, N: 3}, {Kind: query.Most, N: 10}} {
		b.Run(mark.Title(), func(b *testing.B) { scroll(b, million(b, mark)) })
	}
}

// BenchmarkAutosave scrolls the same pivot with data bars while 20 tabs with filters of 100,000 labels are
// written again and again, as autosave does once after an edit.
func BenchmarkAutosave(b *testing.B) {
	f := view.Filter{Field: query.Field{Column: "label"}, Kind: view.List}
	for i := range 100_000 {
		f.Values = append(f.Values, data.TextValue(fmt.Sprintf("label %06d", i)))
	}
	src := million(b, query.Mark{Kind: query.Bars})
	done, saves := make(chan bool), make(chan int)
	folder := b.TempDir()
	go func() {
		n := 0
		for {
			select {
			case <-done:
				saves <- n
				return
			default:
			}
			file := workspace.File{Source: workspace.Source{Sample: true}}
			for i := range 20 {
				file.Tabs = append(file.Tabs, view.State{Filters: []view.Filter{f}}.Tab(fmt.Sprint("Tab ", i)))
			}
			if err := workspace.KeepLast(folder, file); err != nil {
				b.Error(err)
			}
			n++
		}
	}()
	scroll(b, src)
	close(done)
	b.ReportMetric(float64(<-saves), "saves")
}

// million returns a pivot of a million rows by 12 columns of figures with a conditional format.
func million(b *testing.B, mark query.Mark) Source {
	b.Helper()
	const rows, cols = 1_000_000, 12
	ids, n := make([]int64, rows), make([]int64, rows)
	for i := range ids {
		ids[i], n[i] = int64(i), int64(i*7919%100_003)-30_000
	}
	t := data.NewTable("t", []*data.Column{data.NewInts("id", data.Int, 0, ids, nil),
		data.NewInts("n", data.Int, 0, n, nil)})
	q := query.Query{Rows: []query.Field{{Column: "id"}}}
	for range cols {
		q.Values = append(q.Values, query.Measure{Func: query.Sum, Column: "n", Marks: query.MarkList(mark)})
	}
	a, err := engine.New(engine.Options{NoGPU: true}).Pivot(context.Background(), t, q, engine.RunOptions{})
	if err != nil {
		b.Fatal(err)
	}
	return a.Tab.Grid(pivot.Folds{})
}

// scroll paints a frame of other rows at each turn.
func scroll(b *testing.B, src Source) {
	test.NewTempApp(b)
	g := New()
	g.SetSource(src)
	w := test.NewTempWindow(b, g)
	w.SetPadded(false)
	w.Resize(fyne.NewSize(1500, 800))
	g.generate(1500, 800)
	b.ReportAllocs()
	var frames []time.Duration
	for b.Loop() {
		from := time.Now()
		g.lay.y += 31 * g.lay.rowH
		if g.lay.y >= g.lay.maxY() {
			g.lay.y = 0
		}
		g.generate(1500, 800)
		frames = append(frames, time.Since(from))
	}
	slices.Sort(frames)
	for share, name := range map[float64]string{0.99: "ms-99%", 1: "ms-greatest"} {
		b.ReportMetric(float64(frames[int(share*float64(len(frames)-1))].Microseconds())/1000, name)
	}
	rows, _, _, _ := src.Size()
	first, end := g.lay.visibleRows()
	c0, c1 := g.lay.visibleCols()
	b.ReportMetric(float64((end-first)*(c1-c0+g.lay.frozen)), "cells")
	b.ReportMetric(float64(rows), "rows")
}
