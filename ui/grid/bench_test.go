package grid

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

// BenchmarkFrame paints 1500 by 800 pixels, every cell another than in the frame before.
func BenchmarkFrame(b *testing.B) {
	test.NewTempApp(b)
	g := New()
	g.SetSource(long{rows: 10_000_000, figures: 20})
	w := test.NewTempWindow(b, g)
	w.SetPadded(false)
	w.Resize(fyne.NewSize(1500, 800))
	g.generate(1500, 800)
	b.ReportAllocs()
	for b.Loop() {
		g.lay.y += 31 * g.lay.rowH
		if g.lay.y >= g.lay.maxY() {
			g.lay.y = 0
		}
		g.generate(1500, 800)
	}
	first, end := g.lay.visibleRows()
	c0, c1 := g.lay.visibleCols()
	b.ReportMetric(float64((end-first)*(c1-c0+g.lay.frozen)), "cells")
}
