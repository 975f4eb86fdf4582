package shelf

import "fyne.io/fyne/v2"

// flow sets chips from left to right and begins a new line where the next does not fit. It returns
// where each chip stands and the height of all lines.
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

// place is the box before which a drop at p inserts: the first box on the line of p whose middle lies right of
// p, or else the first box of the next line.
func place(at []fyne.Position, widths []float32, height, gap float32, p fyne.Position) int {
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
