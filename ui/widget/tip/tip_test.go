package tip

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

func TestTip(t *testing.T) {
	test.NewTempApp(t)
	posts := make(chan func(), 9)
	tip := New(func(f func()) { posts <- f })
	tip.root.Resize(fyne.NewSize(300, 200))
	tip.Show("a long sentence about something at the right edge", fyne.NewPos(290, 20), 10)
	(<-posts)()
	if len(tip.root.Objects) != 1 {
		t.Fatal("no tip is shown")
	}
	if o := tip.root.Objects[0]; o.Position().X+o.Size().Width > 300 || o.Position().Y < 30 {
		t.Errorf("the tip stands at %v, %v", o.Position(), o.Size())
	}
	tip.Hide()
	if len(tip.root.Objects) != 0 {
		t.Error("the tip stays")
	}
	tip.Show("late", fyne.Position{}, 10)
	late := <-posts
	tip.Hide() // after it was due, before it was drawn
	late()
	if len(tip.root.Objects) != 0 {
		t.Error("a tip appears that nobody waits for")
	}
}

// TestLongTip shows a text that is wider than the window, at the window's foot.
func TestLongTip(t *testing.T) {
	test.NewTempApp(t)
	posts := make(chan func(), 9)
	tip := New(func(f func()) { posts <- f })
	test.NewTempWindow(t, tip.root).Resize(fyne.NewSize(600, 400))
	tip.Show(strings.Repeat("many words ", 40), fyne.NewPos(20, 380), 20)
	(<-posts)()
	o := tip.root.Objects[0]
	if o.Position().X < 0 || o.Position().X+o.Size().Width > 600 || o.Position().Y < 0 ||
		o.Position().Y+o.Size().Height > 380 {
		t.Errorf("the tip stands at %v, %v", o.Position(), o.Size())
	}
	if least := o.MinSize().Height; least > o.Size().Height || least < 40 {
		t.Errorf("%v high, for text of %v", o.Size().Height, least)
	}
}
