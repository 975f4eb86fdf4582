package dnd

import "fyne.io/fyne/v2"

// Zone is an area that takes drops. Positions are relative to the zone.
type Zone interface {
	fyne.CanvasObject

	// Accepts reports whether the payload may be dropped here.
	Accepts(payload any) bool
	// Offer shows or hides that the zone is a possible target of the drag.
	Offer(on bool)
	// Over marks the zone as the target and returns where the payload would be inserted.
	Over(payload any, at fyne.Position) Mark
	// Out undoes Over.
	Out()
	// Drop takes the payload.
	Drop(payload any, at fyne.Position)
}

// Mark is an insertion mark: an upright bar at a position in the zone. Height 0: no mark.
type Mark struct {
	At     fyne.Position // the upper end of the bar
	Height float32       // in units of the toolkit
}

// Hit returns the topmost zone that contains the absolute point and accepts the payload, and the point relative to
// it. The zones are in the order of drawing. where returns an object's absolute position.
func Hit(zones []Zone, payload any, point fyne.Position,
	where func(fyne.CanvasObject) fyne.Position) (Zone, fyne.Position) {
	for i := len(zones) - 1; i >= 0; i-- {
		z := zones[i]
		if !z.Visible() || !z.Accepts(payload) {
			continue
		}
		at := point.Subtract(where(z))
		if size := z.Size(); at.X >= 0 && at.Y >= 0 && at.X < size.Width && at.Y < size.Height {
			return z, at
		}
	}
	return nil, fyne.Position{}
}
