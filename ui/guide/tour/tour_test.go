package tour

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	_ "cardinal/ui/look/locale" // before the toolkit is initialised
)

// TestTour goes through the steps by keyboard in windows of several sizes. The card stays in the window and, if there
// is room, beside its widget.
func TestTour(t *testing.T) {
	test.NewTempApp(t)
	for _, size := range []fyne.Size{fyne.NewSize(1280, 800), fyne.NewSize(640, 480), fyne.NewSize(360, 300)} {
		left, foot, gone := widget.NewLabel("left"), widget.NewLabel("foot"), widget.NewLabel("gone")
		tour := New()
		w := test.NewTempWindow(t, container.NewStack(container.NewBorder(nil, foot, left, nil, gone), tour.Object()))
		w.Resize(size)
		gone.Hide()
		ended := 0
		tour.OnEnd = func() { ended++ }
		tour.Start([]Step{{At: left, Title: "One", Text: "The first."}, {At: gone, Title: "No", Text: "Hidden."},
			{At: foot, Title: "Two", Text: "The second, with a text that needs more than one line of the card."}})
		for i, at := range []fyne.CanvasObject{left, foot} {
			if !tour.Active() || len(tour.steps) != 2 {
				t.Fatalf("%v: %d steps", size, len(tour.steps))
			}
			card := tour.Object().(*fyne.Container).Objects[1]
			end := card.Position().Add(card.Size())
			if p := card.Position(); p.X < 0 || p.Y < 0 || end.X > tour.Object().Size().Width || size.Height >= 400 &&
				end.Y > tour.Object().Size().Height {
				t.Errorf("%v: step %d stands at %v to %v", size, i, p, end)
			}
			if size.Width > 1000 {
				p := at.Position()
				if card.Position().X < p.X+at.Size().Width && card.Position().Y < p.Y+at.Size().Height && end.X > p.X &&
					end.Y > p.Y {
					t.Errorf("step %d covers its widget", i)
				}
			}
			w.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
		}
		if tour.Active() || ended != 1 || tour.End() {
			t.Errorf("%v: after the last step the tour goes on", size)
		}
	}
}

// TestFollow moves and resizes the widget of a step. The ring and the card follow.
func TestFollow(t *testing.T) {
	test.NewTempApp(t)
	at := widget.NewLabel("at")
	tour := New()
	w := test.NewTempWindow(t, container.NewStack(container.NewWithoutLayout(at), tour.Object()))
	w.Resize(fyne.NewSize(900, 600))
	at.Resize(fyne.NewSize(100, 30))
	tour.Start([]Step{{At: at, Title: "One", Text: "The first."}})
	for _, to := range []fyne.Position{fyne.NewPos(100, 50), fyne.NewPos(300, 80)} {
		at.Move(to)
		at.Resize(at.Size().AddWidthHeight(40, 20))
		tour.follow()
		ring, card := tour.Object().(*fyne.Container).Objects[0], tour.Object().(*fyne.Container).Objects[1]
		if got := ring.Position().AddXY(ringGap, ringGap); got != to ||
			ring.Size() != at.Size().AddWidthHeight(2*ringGap, 2*ringGap) {
			t.Errorf("the ring is %v at %v, the widget %v at %v", ring.Size(), got, at.Size(), to)
		}
		if card.Position().X < to.X+at.Size().Width {
			t.Errorf("the card at %v covers the widget", card.Position())
		}
	}
	tour.End()
	tour.follow()
}

// TestThemeOfTheCard changes the theme while a step is shown. The card takes its colours over.
func TestThemeOfTheCard(t *testing.T) {
	a := test.NewTempApp(t)
	at := widget.NewLabel("at")
	tour := New()
	test.NewTempWindow(t, container.NewStack(at, tour.Object()))
	tour.Start([]Step{{At: at, Title: "One", Text: "The first."}})
	before := tour.back.FillColor
	a.Settings().SetTheme(test.NewTheme())
	tour.follow()
	if tour.back.FillColor == before || tour.back.FillColor != theme.Color(theme.ColorNameOverlayBackground) {
		t.Errorf("the card is %v, and was %v", tour.back.FillColor, before)
	}
}
