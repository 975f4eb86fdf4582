package dnd

import "fyne.io/fyne/v2"

// Zone is an area that accepts drops. Positions are relative to the zone.
type Zone interface {
	fyne.CanvasObject

	// Accepts reports whether the payload may be dropped here.
	Accepts(payload any) bool
	// Offer shows whether the zone is a possible target of the drag.
	Offer(on bool)
	// Over highlights the zone as the target, and returns where the payload would be inserted.
	Over(payload any, at fyne.Position) Mark
	// Out ends what Over began.
	Out()
	// Drop accepts the payload.
	Drop(payload any, at fyne.Position)
}

// Mark shows where a drop would insert the payload: it is an upright bar at a position in the zone. If Height is 0, no
// bar is shown.
type Mark struct {
	At     fyne.Position // the upper end of the bar
	Height float32       // in units of the toolkit
}

// Hit returns the topmost zone that contains a point and accepts the payload, and the point relative to that zone. The
// zones are in the order in which they are painted. where returns the absolute position of an object.
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
