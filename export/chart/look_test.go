package chart

import (
	"image/color"
	"math"
	"testing"
)

// TestColours checks the contrast of marks with the paper. It also checks how far colours of series are apart for
// people who lack the cones for green or red (Machado, Oliveira and Fernandes, 2009).
func TestColours(t *testing.T) {
	seen := map[string][3][3]float64{
		"all":   {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
		"green": {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
		"red":   {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
	}
	for name, p := range map[string]palette{"light": light, "dark": dark} {
		if len(p.series) != maxSeries {
			t.Errorf("%s: %d colours", name, len(p.series))
		}
		for _, c := range []color.NRGBA{p.ink, p.subtle} {
			if got := Contrast(c, p.paper); got < 4.5 {
				t.Errorf("%s: a text has a contrast of %.2f", name, got)
			}
		}
		for i, a := range p.series {
			if got := Contrast(a, p.paper); got < 3 {
				t.Errorf("%s: series %d has a contrast of %.2f with the paper", name, i, got)
			}
			if got := Contrast(textColour(a), a); got < 4.5 {
				t.Errorf("%s: a text on series %d has a contrast of %.2f", name, i, got)
			}
			for j, b := range p.series[:i] {
				for cones, m := range seen {
					if d := distance(m, a, b); d < 9 {
						t.Errorf("%s: series %d and %d are %.1f apart for eyes with %s", name, j, i, d, cones)
					}
				}
			}
		}
		for _, end := range []color.NRGBA{p.high, p.below} {
			for at := range 21 {
				if ground := mix(p.low, end, float64(at)/20); Contrast(textColour(ground), ground) < 4.5 {
					t.Errorf("%s: a text on the scale has a contrast of %.2f", name,
						Contrast(textColour(ground), ground))
				}
			}
		}
	}
}

// distance returns the distance of two colours in CIE Lab, as eyes see them that mix linear colours by m.
func distance(m [3][3]float64, a, b color.NRGBA) float64 {
	x, y := lab(m, a), lab(m, b)
	return math.Sqrt((x[0]-y[0])*(x[0]-y[0]) + (x[1]-y[1])*(x[1]-y[1]) + (x[2]-y[2])*(x[2]-y[2]))
}

func lab(m [3][3]float64, c color.NRGBA) [3]float64 {
	linear := func(v uint8) float64 {
		x := float64(v) / 255
		if x <= 0.04045 {
			return x / 12.92
		}
		return math.Pow((x+0.055)/1.055, 2.4)
	}
	in := [3]float64{linear(c.R), linear(c.G), linear(c.B)}
	var l [3]float64
	for i := range l {
		l[i] = min(max(m[i][0]*in[0]+m[i][1]*in[1]+m[i][2]*in[2], 0), 1)
	}
	f := func(v float64) float64 {
		if v > 0.008856 {
			return math.Cbrt(v)
		}
		return 7.787*v + 16.0/116
	}
	x := f((0.4124*l[0] + 0.3576*l[1] + 0.1805*l[2]) / 0.95047)
	y := f(0.2126*l[0] + 0.7152*l[1] + 0.0722*l[2])
	z := f((0.0193*l[0] + 0.1192*l[1] + 0.9505*l[2]) / 1.08883)
	return [3]float64{116*y - 16, 500 * (x - y), 200 * (y - z)}
}
