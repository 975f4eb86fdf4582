package chart

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestSquarified holds treemaps of random sizes against their definition: tiles fill the rectangle, do not
// overlap, and are as large as their sizes say.
func TestSquarified(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		tiles := make([]tile, 1+r.IntN(60))
		total := 0.0
		for i := range tiles {
			tiles[i].size = math.Exp(r.Float64() * 8)
			total += tiles[i].size
		}
		const w, h = 300.0, 200.0
		all := squarify(tiles, 10, 20, 10+w, 20+h)
		area := 0.0
		for i, p := range all {
			got := (p.x1 - p.x0) * (p.y1 - p.y0)
			if want := p.of.size / total * w * h; math.Abs(got-want) > 1e-6*want {
				t.Fatalf("a tile of %v is %v large, not %v", p.of.size, got, want)
			}
			if p.x0 < 10-1e-6 || p.y0 < 20-1e-6 || p.x1 > 10+w+1e-6 || p.y1 > 20+h+1e-6 {
				t.Fatalf("a tile lies outside: %+v", p)
			}
			for _, q := range all[:i] {
				if min(p.x1, q.x1)-max(p.x0, q.x0) > 1e-6 && min(p.y1, q.y1)-max(p.y0, q.y0) > 1e-6 {
					t.Fatal("two tiles overlap")
				}
			}
			area += got
		}
		if len(all) != len(tiles) || math.Abs(area-w*h) > 1e-6*w*h {
			t.Fatalf("%d of %d tiles fill %v of %v", len(all), len(tiles), area, w*h)
		}
	}
	if all := squarify([]tile{{size: 1e308}, {size: 1.5e308}}, 0, 0, 100, 100); len(all) != 2 || math.IsNaN(all[1].x1) {
		t.Errorf("huge sizes: %+v", all)
	}
}
