package panel

import (
	"image/png"
	"math"
	"os"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"cardinal/profiler"
	own "cardinal/ui/look/theme"
)

// threeTiers returns a curve on which the GPU overtakes all cores.
func threeTiers() *profiler.Curve {
	c := &profiler.Curve{
		Tiers:      []profiler.TierCurve{{Tier: "serial"}, {Tier: "workers"}, {Tier: "gpu"}},
		Crossovers: []profiler.Crossover{{Groups: 12_345, Before: "workers", After: "gpu"}},
	}
	for d := 0.0; d <= 6; d += 0.25 {
		groups := math.Pow(10, d)
		c.Groups = append(c.Groups, int(groups))
		for i, ms := range []float64{20 + groups/2e3, 4 + groups/1e4, 5 + groups/1e5} {
			c.Tiers[i].MS = append(c.Tiers[i].MS, profiler.Number(ms))
		}
	}
	return c
}

// TestPicture holds the picture's texts and the places of its marks.
func TestPicture(t *testing.T) {
	p := New()
	p.SetOpen([]string{curveTitle})
	p.SetRecord(sampled(), threeTiers)
	w := test.NewTempWindow(t, p.Object())
	w.Resize(fyne.NewSize(320, 900))
	p.SetComparison(compared())
	says(t, p, "Lines: predicted. Ring: expected. Dots: measured. Band: the range of groups that was expected.",
		"All cores up to 12,345 groups, then the GPU.", "One core", "All cores", "GPU", "1 ms", "100 ms", "10K", "1M")
	var ring, dots []*canvas.Circle
	for _, o := range test.LaidOutObjects(p.Object()) {
		if c, ok := o.(*canvas.Circle); ok && c.Size().Width == 10 {
			ring = append(ring, c)
		} else if ok && c.Size().Width == 7 {
			dots = append(dots, c)
		}
	}
	if len(ring) != 1 || len(dots) != 3 {
		t.Fatalf("%d rings and %d dots, want one and three", len(ring), len(dots))
	}
	if ring[0].Position().X+5 <= dots[2].Position().X+3.5 { // 51,234 groups were expected and 48,977 found
		t.Errorf("the ring is at %v and the dot at %v", ring[0].Position(), dots[2].Position())
	}
	// 21 ms, 4.9 ms and 70 ms upwards
	if dots[0].Position().Y >= dots[1].Position().Y || dots[2].Position().Y >= dots[0].Position().Y {
		t.Errorf("the dots are at %v, %v and %v", dots[0].Position(), dots[1].Position(), dots[2].Position())
	}
	if path := os.Getenv("CARDINAL_PICTURE"); path != "" {
		for _, mode := range []own.Mode{own.Light, own.Dark} {
			test.ApplyTheme(t, own.New(mode))
			p.Refresh()
			w.Resize(fyne.NewSize(321, 1000))
			w.Resize(fyne.NewSize(320, 1000))
			f, err := os.Create(path + string(mode) + ".png")
			if err != nil {
				t.Fatal(err)
			}
			if err := png.Encode(f, w.Canvas().Capture()); err != nil {
				t.Fatal(err)
			}
			if err := f.Close(); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestPictureOfOddCurves draws a single group, no time at all, and infinite times.
func TestPictureOfOddCurves(t *testing.T) {
	for name, c := range map[string]*profiler.Curve{
		"nil": nil, "empty": {}, "one group": {Groups: []int{1},
			Tiers: []profiler.TierCurve{{Tier: "serial", MS: []profiler.Number{2}}}},
		"no end": {Groups: []int{1, 10},
			Tiers: []profiler.TierCurve{{Tier: "serial", MS: []profiler.Number{2, profiler.Number(math.Inf(1))}},
				{Tier: "gpu", MS: []profiler.Number{0, 0}}}},
	} {
		p := New()
		p.SetOpen([]string{curveTitle})
		p.SetRecord(sampled(), func() *profiler.Curve { return c })
		test.NewTempWindow(t, p.Object()).Resize(fyne.NewSize(320, 900))
		for _, line := range read(p.Object()) {
			if odd(line) && !strings.Contains(line, "…") {
				t.Errorf("%s: %q", name, line)
			}
		}
	}
}
