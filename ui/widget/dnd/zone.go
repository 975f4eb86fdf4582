package dnd

import "fyne.io/fyne/v2"

// Zone is a place that takes drops. Positions are relative to the zone.
type Zone interface {
	fyne.CanvasObject

	// Accepts reports whether the payload may be dropped here at all.
	Accepts(payload any) bool
	// Offer marks the zone as a possible target, or no longer one, of the drag in progress.
	Offer(on bool)
	// Over marks the zone as the target and returns where the payload would be inserted.
	Over(payload any, at fyne.Position) Mark
	// Out undoes Over.
	Out()
	// Drop takes the payload.
	Drop(payload any, at fyne.Position)
}

// Mark is an insertion mark: an upright bar at a position in the zone. No height: no mark.
type Mark struct {
	At     fyne.Position // the upper end of the bar
	Height float32       // in units of the toolkit
}

// Hit is the last of the zones, in the order of drawing, that contains the absolute point and accepts the payload.
// Where gives an object's absolute position.
func Hit(zones []Zone, payload any, point fyne.Position, where func(fyne.CanvasObject) fyne.Position) (Zone, fyne.Position) {
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
