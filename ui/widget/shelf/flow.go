package shelf

import "fyne.io/fyne/v2"

// flow places chips from left to right, and begins a new line if the next chip does not fit. It returns the position of
// each chip, and the height of all lines together.
func flow(widths []float32, width float32) (at []fyne.Position, total float32) {
	at = make([]fyne.Position, len(widths))
	x, y := float32(0), float32(0)
	for i, w := range widths {
		if x > 0 && x+w > width {
			x, y = 0, y+chipHeight+chipGap
		}
		at[i] = fyne.NewPos(x, y)
		x += w + chipGap
	}
	return at, y + chipHeight
}

// dropIndex returns the position at which a drop at p inserts: that of the first box on the same line whose middle is
// to the right of p, or else of the first box of the next line.
func dropIndex(at []fyne.Position, widths []float32, height, gap float32, p fyne.Position) int {
	for i := range at {
		top, bottom := at[i].Y-gap/2, at[i].Y+height+gap/2
		switch {
		case p.Y < top && i > 0:
			return i
		case p.Y < bottom && p.X < at[i].X+widths[i]/2:
			return i
		}
	}
	return len(at)
}
