package dnd

import (
	"testing"

	"fyne.io/fyne/v2"
)

func TestHit(t *testing.T) {
	var log []string
	under, over, hidden := newPlace("under", 10, 20, 100, 50, &log), newPlace("over", 60, 20, 100, 50, &log),
		newPlace("hidden", 0, 0, 500, 500, &log)
	over.refuse = "heavy"
	hidden.Hide()
	zones := []Zone{under, over, hidden}
	where := func(o fyne.CanvasObject) fyne.Position { return o.Position() }
	for _, tc := range []struct {
		payload any
		x, y    float32
		zone    *place
		at      fyne.Position
	}{
		{"x", 0, 0, nil, fyne.Position{}},
		{"x", 10, 20, under, fyne.NewPos(0, 0)},
		{"x", 9.9, 20, nil, fyne.Position{}},
		{"x", 10, 19.9, nil, fyne.Position{}},
		{"x", 59, 69, under, fyne.NewPos(49, 49)},
		{"x", 60, 30, over, fyne.NewPos(0, 10)}, // of two, the one drawn above
		{"x", 159.9, 69.9, over, fyne.NewPos(99.9, 49.9)},
		{"x", 160, 30, nil, fyne.Position{}},
		{"x", 100, 70, nil, fyne.Position{}},
		{"heavy", 70, 30, under, fyne.NewPos(60, 10)}, // what does not want it lets it through
		{"heavy", 120, 30, nil, fyne.Position{}},
		{"x", -5000, 1e6, nil, fyne.Position{}},
	} {
		zone, at := Hit(zones, tc.payload, fyne.NewPos(tc.x, tc.y), where)
		if tc.zone == nil {
			if zone != nil {
				t.Errorf("%v at %v, %v hits %v", tc.payload, tc.x, tc.y, zone)
			}
			continue
		}
		if d := at.Subtract(tc.at); zone != Zone(tc.zone) || d.X*d.X+d.Y*d.Y > 1e-6 {
			t.Errorf("%v at %v, %v hits %v at %v, want %s at %v", tc.payload, tc.x, tc.y, zone, at, tc.zone.name, tc.at)
		}
	}
	if zone, _ := Hit(nil, "x", fyne.Position{}, where); zone != nil {
		t.Error("a hit without zones")
	}
}
