package dnd

import (
	"fmt"
	"os"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"

	_ "cardinal/ui/look/locale" // before the toolkit is initialised
)

func TestMain(m *testing.M) {
	test.NewApp()
	os.Exit(m.Run())
}

// place is a zone that is a plain rectangle and notes what happens to it.
type place struct {
	*canvas.Rectangle
	name   string
	refuse any // a payload that is not accepted
	mark   Mark
	log    *[]string
}

func newPlace(name string, x, y, w, h float32, log *[]string) *place {
	p := &place{Rectangle: canvas.NewRectangle(nil), name: name, log: log,
		mark: Mark{At: fyne.NewPos(7, 3), Height: 20}}
	p.Move(fyne.NewPos(x, y))
	p.Resize(fyne.NewSize(w, h))
	return p
}

func (p *place) note(form string, args ...any) {
	*p.log = append(*p.log, p.name+" "+fmt.Sprintf(form, args...))
}

func (p *place) Accepts(payload any) bool { return payload != p.refuse }
func (p *place) Offer(on bool)            { p.note("offer %v", on) }
func (p *place) Out()                     { p.note("out") }

func (p *place) Over(payload any, at fyne.Position) Mark {
	p.note("over %v at %v,%v", payload, at.X, at.Y)
	return p.mark
}

func (p *place) Drop(payload any, at fyne.Position) {
	p.note("drop %v at %v,%v", payload, at.X, at.Y)
}

// stage is a window with two zones under a layer. The layer begins below a bar, as it does under a menu.
type stage struct {
	testing.TB
	*Layer
	left, right *place
	ghost       *canvas.Rectangle
	lifts       int
	log         []string
}

const bar = 30

func newStage(t testing.TB) *stage {
	t.Helper()
	s := &stage{TB: t, Layer: NewLayer()}
	s.left, s.right = newPlace("left", 0, 0, 100, 100, &s.log), newPlace("right", 200, 0, 100, 100, &s.log)
	s.right.refuse = "heavy"
	s.AddZone(s.left)
	s.AddZone(s.right)
	s.OnBegin = func() { s.log = append(s.log, "begin") }
	s.OnOutside = func(payload any) { s.log = append(s.log, fmt.Sprint("outside ", payload)) }
	top := canvas.NewRectangle(nil)
	top.SetMinSize(fyne.NewSize(0, bar))
	content := container.NewStack(container.NewWithoutLayout(s.left, s.right), s.Object())
	w := test.NewTempWindow(t, container.New(below{}, top, content))
	w.SetPadded(false)
	w.Resize(fyne.NewSize(400, 300))
	return s
}

// below sets the second object under a bar.
type below struct{}

func (below) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(10, bar) }
func (below) Layout(o []fyne.CanvasObject, size fyne.Size) {
	o[0].Resize(fyne.NewSize(size.Width, bar))
	o[1].Move(fyne.NewPos(0, bar))
	o[1].Resize(size.SubtractWidthHeight(0, bar))
}

// drag moves the pointer from one point of the zones' plane to another in steps, as a hand does.
func (s *stage) drag(payload any, x0, y0, x1, y1 float32) {
	s.Helper()
	const steps = 4
	step := fyne.NewDelta((x1-x0)/steps, (y1-y0)/steps)
	at := positionOf(s.left).AddXY(x0, y0) // the left zone stands at the origin of the plane
	for range steps {
		at = at.Add(step)
		ev := &fyne.DragEvent{Dragged: step}
		ev.AbsolutePosition = at
		s.Dragged(ev, func() (any, fyne.CanvasObject) {
			s.lifts++
			s.ghost = canvas.NewRectangle(nil)
			s.ghost.SetMinSize(fyne.NewSize(50, 20))
			return payload, s.ghost
		})
	}
}

// happened fails the test unless exactly this was noted since the last time.
func (s *stage) happened(want ...string) {
	s.Helper()
	if fmt.Sprintf("%q", s.log) != fmt.Sprintf("%q", want) {
		s.Errorf("\n got %q\nwant %q", s.log, want)
	}
	s.log = nil
}

// clean fails the test unless nothing of a drag is left on the layer.
func (s *stage) clean() {
	s.Helper()
	if s.Active() || s.mark.Visible() || len(s.root.Objects) != 1 {
		s.Errorf("active %v, mark %v, %d objects", s.Active(), s.mark.Visible(), len(s.root.Objects))
	}
}
