package chart

import (
	"image/color"
	"math"

	"cardinal/engine/pivot"
)

// Scene is the layout of a chart: the shapes to paint, and the marks, which say where each figure is. It is immutable
// and safe for use by several goroutines.
type Scene struct {
	Kind          *Kind
	Width, Height float64 // units of 1/96 inch, one pixel at scale 1
	Title         string
	Notes         []string // what the chart leaves out, as sentences
	Marks         []Mark

	look   Look
	shapes []shape
	plot   rect // the area of the marks, without the axes
	tab    *pivot.Crosstab
}

// Mark is the part of a chart that shows one figure: a bar, a point, a tile.
type Mark struct {
	X0, Y0, X1, Y1    float64 // its bounding box
	Row, Col, Measure int     // the nodes of both axes and the measure of the figure
	Name              string  // the name that is written next to a point, or ""
	Side              Side    // on which side of the point the name is
	Slice             *Slice  // the slice of a pie; nil: the mark fills its box
	Trend             string  // the formula of the trend of its series, or ""
}

// Slice is a sector of a disc. From and To are angles, as parts of a turn clockwise from 12 o'clock.
type Slice struct {
	X, Y, R  float64 // the disc
	From, To float64
	Share    string // its share of the whole, as text
}

// at returns the position at an angle, as a part of a turn, and at distance r from the middle of the disc.
func (s *Slice) at(turn, r float64) point {
	sin, cos := math.Sincos(2 * math.Pi * turn)
	return point{s.X + r*sin, s.Y - r*cos}
}

// middle returns a position in the middle of the slice.
func (s *Slice) middle() point {
	if s.To-s.From >= 1 {
		return point{s.X, s.Y}
	}
	return s.at((s.From+s.To)/2, 0.62*s.R)
}

// Middle returns a position in the middle of the mark.
func (m Mark) Middle() (x, y float64) {
	if m.Slice != nil {
		p := m.Slice.middle()
		return p.x, p.y
	}
	return (m.X0 + m.X1) / 2, (m.Y0 + m.Y1) / 2
}

// Has reports whether a position is in the mark, or at most `gap` away from it.
func (m Mark) Has(x, y, gap float64) bool {
	if s := m.Slice; s != nil {
		turn := math.Atan2(x-s.X, s.Y-y) / (2 * math.Pi)
		if turn < 0 {
			turn++
		}
		return math.Hypot(x-s.X, y-s.Y) <= s.R+gap && turn >= s.From && turn <= s.To
	}
	return x >= m.X0-gap && x <= m.X1+gap && y >= m.Y0-gap && y <= m.Y1+gap
}

// Side is a side of a point.
type Side uint8

// The sides of a point. A corner lies between two neighbouring sides.
const (
	Right Side = iota
	Left
	Above
	Below
	Corner
)

// shape is something to paint.
type shape interface {
	paint(*painter)
	svg(*svgWriter)
}

type (
	rect struct {
		x0, y0, x1, y1 float64
		fill           color.NRGBA
	}
	dot struct {
		x, y, r float64
		fill    color.NRGBA
	}
	polyline struct {
		at    []point
		width float64
		ink   color.NRGBA
	}
	polygon struct {
		at   []point
		fill color.NRGBA
	}
	text struct {
		x, y   float64 // the position of the anchor, on the baseline
		s      string
		size   float64
		bold   bool
		ink    color.NRGBA
		anchor anchor
		up     bool // the text is turned by a quarter turn, to be read from below
	}
)

type point struct{ x, y float64 }

type anchor uint8

// The anchors say which part of a text is at its position.
const (
	start anchor = iota
	middle
	end
)

func (s *Scene) add(o shape) { s.shapes = append(s.shapes, o) }

// mark adds the mark of a cell. Its box is the box of what was drawn for the cell.
func (s *Scene) mark(c cell, x0, y0, x1, y1 float64) {
	s.Marks = append(s.Marks, Mark{X0: min(x0, x1), Y0: min(y0, y1), X1: max(x0, x1), Y1: max(y0, y1), Row: c.row,
		Col: c.col, Measure: c.measure})
}

// near is the largest distance from a mark at which the pointer still selects the mark.
const near = 6

// MarkAt returns the mark at or near a position; ok is false if there is none. Of several marks, it returns the one
// whose middle is the nearest.
func (s *Scene) MarkAt(x, y float64) (i int, ok bool) {
	best, inside := math.Inf(1), false
	for n, m := range s.Marks {
		in := m.Has(x, y, 0)
		if !in && (inside || !m.Has(x, y, near)) {
			continue
		}
		middleX, middleY := m.Middle()
		d := math.Hypot(middleX-x, middleY-y)
		if in && !inside || d < best {
			i, ok, best, inside = n, true, d, in
		}
	}
	return i, ok
}

// MarksIn returns the marks that a rectangle touches. Two of its corners are the positions where a drag began and
// ended. If the drag began on the labels of an axis, the rectangle reaches across the whole chart.
func (s *Scene) MarksIn(fromX, fromY, toX, toY float64) (in []int) {
	r := rect{x0: min(fromX, toX), y0: min(fromY, toY), x1: max(fromX, toX), y1: max(fromY, toY)}
	switch {
	case fromX < s.plot.x0:
		r.x0, r.x1 = 0, s.Width
	case fromY > s.plot.y1:
		r.y0, r.y1 = 0, s.Height
	}
	for i, m := range s.Marks {
		if m.meets(r) {
			in = append(in, i)
		}
	}
	return in
}

// meets reports whether a mark and a rectangle overlap. For a slice of a pie, it tests positions on a grid in the
// rectangle.
func (m Mark) meets(r rect) bool {
	if m.Slice == nil {
		return m.X0 <= r.x1 && m.X1 >= r.x0 && m.Y0 <= r.y1 && m.Y1 >= r.y0
	}
	const fine = 24
	for i := range fine * fine {
		x, y := float64(i%fine)/(fine-1), float64(i/fine)/(fine-1)
		if m.Has(r.x0+x*(r.x1-r.x0), r.y0+y*(r.y1-r.y0), 0) {
			return true
		}
	}
	return false
}

// Beside returns the mark to which an arrow key leads from mark i: the nearest mark in the direction (dx, dy), of which
// dx or dy is 0. Marks that are not straight ahead count as farther. Without a mark in this direction, it returns i. In
// a pie, right and down lead clockwise to the next slice.
func (s *Scene) Beside(i int, dx, dy float64) int {
	from := s.Marks[i]
	if n := len(s.Marks); from.Slice != nil {
		return (i + int(dx+dy) + n) % n
	}
	best, to := math.Inf(1), i
	for n, m := range s.Marks {
		// the way from the middle of mark i to the middle of m
		right, down := (m.X0+m.X1-from.X0-from.X1)/2, (m.Y0+m.Y1-from.Y0-from.Y1)/2
		ahead, gap, shift := right*dx+down*dy, max(0, m.Y0-from.Y1, from.Y0-m.Y1), math.Abs(down)
		switch {
		case dx != 0 && (s.Kind == waterfall || s.Kind == box): // the labels follow one another, whatever their heights
			gap = 0
		case dx != 0 && s.Kind == combo: // to the next bar, or to the next point of the same line
			if gap = 0; m.Measure != from.Measure {
				continue
			}
		case dy != 0:
			gap, shift = max(0, m.X0-from.X1, from.X0-m.X1), math.Abs(right)
		}
		if ahead < 0.5 || gap > 4*ahead && gap > 40 {
			continue
		}
		if d := ahead + 3*gap + shift/1000; d < best {
			best, to = d, n
		}
	}
	return to
}

// Tip returns the text of the tooltip of mark i: its labels, and its figure in the form in which the pivot prints it.
func (s *Scene) Tip(i int) string {
	const minus = "−"
	m := s.Marks[i]
	tip := ""
	for _, side := range []struct {
		axis *pivot.Axis
		node int
	}{{&s.tab.Rows, m.Row}, {&s.tab.Cols, m.Col}} {
		for depth := 1; depth <= side.axis.Depth(side.node); depth++ {
			n := side.axis.Ancestor(side.node, depth)
			label := side.axis.Format(n).Minus(side.axis.Text(n), side.axis.Label(n), minus)
			tip += side.axis.Fields[depth-1].TitleIn(s.tab.Words()) + ": " + label + "\n"
		}
	}
	for n, measure := range s.tab.Measures {
		if n != m.Measure && s.Kind != points && s.Kind != box {
			continue
		}
		if v := s.tab.OfMeasure(m.Row, m.Col, n); !v.IsNull() {
			tip += measure.Title() + ": " + measure.Format.Minus(measure.Format.Text(v), v, minus) + "\n"
		}
	}
	if m.Slice != nil {
		tip += s.tab.Words().L("Share") + ": " + m.Slice.Share + "\n"
	}
	if m.Trend != "" {
		tip += m.Trend + "\n"
	}
	return tip[:max(0, len(tip)-1)]
}
