package grid

import (
	"image"
	"math"
	"math/rand/v2"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"cardinal/data"
	"cardinal/engine/figure/mark"
	"cardinal/engine/pivot"
)

// without is a source without figures, or without conditional formats.
type without struct {
	Source
	figures bool
}

func (w without) Cell(row, col int) pivot.Cell {
	c := w.Source.Cell(row, col)
	c.Mark = mark.Cell{}
	if w.figures && c.Role == pivot.Body {
		c.Value = data.Value{}
	}
	return c
}

// again paints the same view once more, with another source in the same layout.
func (g *Grid) again(src Source) *image.RGBA {
	was, before := g.src, image.NewRGBA(g.frame.Rect)
	copy(before.Pix, g.frame.Pix)
	g.src = src
	g.paint.frame(g)
	g.src = was
	after := image.NewRGBA(g.frame.Rect)
	copy(after.Pix, g.frame.Pix)
	copy(g.frame.Pix, before.Pix)
	return after
}

// ink counts the pixels of a rectangle that differ between two pictures.
func ink(a, b *image.RGBA, r image.Rectangle) (n int) {
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			if a.RGBAAt(x, y) != b.RGBAAt(x, y) {
				n++
			}
		}
	}
	return n
}

// anyView shows a source in a view of any size and scale, scrolled anywhere, perhaps with a column of a width that a
// person chose.
func anyView(t *testing.T, r *rand.Rand, src Source) *Grid {
	t.Helper()
	scale := []float32{1, 1.25, 1.5, 2}[r.IntN(4)]
	g := show(t, src, fyne.NewSize(float32(120+r.IntN(700)), float32(80+r.IntN(400))), scale,
		[]fyne.ThemeVariant{theme.VariantLight, theme.VariantDark}[r.IntN(2)])
	if r.IntN(3) == 0 {
		g.resize(g.lay.labels+r.IntN(g.lay.cols()-g.lay.labels), float32(minWidth+r.IntN(200)))
	}
	if r.IntN(3) > 0 {
		g.lay.x, g.lay.y = r.IntN(g.lay.maxX()+1), r.IntN(g.lay.maxY()+1)
	}
	g.generate(g.frame.Rect.Dx(), g.frame.Rect.Dy())
	return g
}

// TestNoFigureIsCut holds the figures in random views against the same figures with room for all of their digits.
// A figure is shown whole, or is an ellipsis or signs without a digit, or is not there.
func TestNoFigureIsCut(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 7))
	whole, cut := 0, 0
	for range 24 {
		src := without{sales(), false}
		g := anyView(t, r, src)
		bare := g.again(without{src, true})
		p := &g.paint
		for _, s := range g.lay.stripes() {
			for _, b := range p.bands {
				for row := s.first; row < s.end; row++ {
					for col := max(b.first, g.lay.labels); col < b.end; col++ {
						c := g.cell(row, col)
						text, _ := text(&c)
						box := image.Rect(g.lay.colX(col), g.lay.rowY(row), g.lay.colEnd(col),
							g.lay.rowY(row)+g.lay.rowH)
						seen := box.Intersect(image.Rect(b.from, s.from, b.to, s.to)).Intersect(g.frame.Rect)
						if text == "" || seen.Empty() {
							continue
						}
						got := ink(g.frame, bare, seen)
						want, short := g.inkOf(&c, row, col)
						switch {
						case float64(got) > 0.97*float64(want):
							whole++
						case float64(got) < 1.4*float64(short) || g.cols[col].wide && box.Dx() < g.figureWidth(&c):
							cut++
						default:
							t.Fatalf("%v at %v, scrolled to %d,%d: %q of column %d has %d of %d pixels in %v",
								g.frame.Rect.Max, g.m.scale, g.lay.x, g.lay.y, text, col, got, want, seen)
						}
					}
				}
			}
		}
	}
	if whole < 200 || cut < 100 {
		t.Errorf("%d whole figures and %d cut ones were seen: too few to tell", whole, cut)
	}
}

// figureWidth returns the width that a figure needs with its margins.
func (g *Grid) figureWidth(c *pivot.Cell) int {
	f := fitter{src: g.src, m: g.m}
	return f.width(c)
}

// inkOf counts the pixels of a figure with room for all of it, and of an ellipsis.
func (g *Grid) inkOf(c *pivot.Cell, row, col int) (whole, ellipsis int) {
	s, _ := text(c)
	s = g.m.withMinus(c, s)
	face := g.m.regular
	if g.cols[col].kind.sums() || g.rowKind(row).sums() {
		face = g.m.bold
	}
	count := func(s string) int {
		at := image.Rect(0, 0, face.Width(s)+20, 2*g.m.rowH)
		out, none := image.NewRGBA(at), image.NewRGBA(at)
		fill(out, at, g.paint.back)
		fill(none, at, g.paint.back)
		face.Draw(out, at, 10, g.m.rowH, s, g.paint.fore)
		return ink(out, none, at)
	}
	whole, ellipsis = count(s), count("…")
	if c.Rounded() {
		face = g.m.regular
		whole += count(roundMark)
	}
	return whole, ellipsis
}

// rowKind returns the kind of a row.
func (g *Grid) rowKind(row int) (k kind) {
	for col := range g.lay.labels {
		c := g.cell(row, col)
		k = k.add(&c)
	}
	return k
}

// TestBarsAreProportional measures the data bars in random views: all bars of a measure have one scale, and none is
// painted in part.
func TestBarsAreProportional(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 5))
	bars := 0
	for range 20 {
		src := &sheet{headRows: 3, labels: 2, cells: sales().cells}
		for row := src.headRows; row < len(src.cells); row++ { // shares of one scale, in columns of many widths
			for col := src.labels; col < len(src.cells[row]); col++ {
				c := &src.cells[row][col]
				share := float64((row*37+col*101)%1000) / 1000
				c.Mark = mark.Cell{Bar: true, To: share}
			}
		}
		g := anyView(t, r, src)
		bare := g.again(without{src, false})
		perShare := map[string][2]float64{}
		for _, b := range g.paint.bands {
			s := g.lay.stripes()[1]
			for row := s.first; row < s.end; row++ {
				y := g.lay.rowY(row) + g.m.line + g.m.px(2) + 1
				if y < s.from || y >= s.to {
					continue
				}
				for col := max(b.first, g.lay.labels); col < b.end; col++ {
					c := g.cell(row, col)
					x, end := max(b.from, g.lay.colX(col)), min(b.to, g.lay.colEnd(col), g.frame.Rect.Dx())
					if x >= end {
						continue
					}
					long := float64(ink(g.frame, bare, image.Rect(x, y, end, y+1)))
					if long == 0 {
						continue
					}
					bars++
					name := g.cols[col].name
					least, most := (long-1)/c.Mark.To, (long+1)/c.Mark.To
					if had, ok := perShare[name]; ok {
						least, most = math.Max(least, had[0]), math.Min(most, had[1])
					}
					if perShare[name] = [2]float64{least, most}; least > most {
						t.Fatalf("%v at %v: the bar of %v of %s in column %d is %v pixels long, which no scale of "+
							"the others has", g.frame.Rect.Max, g.m.scale, c.Mark.To, name, col, long)
					}
				}
			}
		}
	}
	if bars < 100 {
		t.Errorf("%d bars were seen", bars)
	}
}
