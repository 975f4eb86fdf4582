package tip

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"cardinal/internal/glyph"
	"cardinal/ui/widget/input"
)

// TestWholeOfWhatIsCut points at labels and lists. Those that have no room for their text have a tip.
func TestWholeOfWhatIsCut(t *testing.T) {
	test.NewTempApp(t)
	posts := make(chan func(), 9)
	tip := New(func(f func()) { posts <- f })
	const long = "a name of eighty characters that has no room in a list of a hundred and fifty units"
	label, list := NewLabel("", tip), NewSelect([]string{"short", long}, tip, nil)
	label.Back = NewBack()
	test.NewTempWindow(t, tip.Over(container.NewWithoutLayout(label, list))).Resize(fyne.NewSize(400, 300))
	label.Resize(fyne.NewSize(150, 30))
	list.Resize(fyne.NewSize(150, 30))
	said := func() string {
		if tip.stop == nil {
			return ""
		}
		(<-posts)()
		return tip.root.Objects[0].(*fyne.Container).Objects[1].(*widget.Label).Text
	}
	for _, c := range []struct{ text, whole, want string }{{"short", "", ""}, {long, "", long},
		{"a name of…", long, long}} {
		label.Whole = c.whole
		label.SetText(c.text)
		label.MouseIn(nil)
		if got := said(); got != c.want {
			t.Errorf("the tip of %q is %q, want %q", c.text, got, c.want)
		}
		if _, _, _, lit := label.Back.FillColor.RGBA(); lit == 0 {
			t.Error("the line is not lit")
		}
		label.MouseOut()
		if _, _, _, lit := label.Back.FillColor.RGBA(); lit > 0 || len(tip.root.Objects) > 0 {
			t.Error("the tip or the light stays")
		}
	}
	if label.SetText("two\nlines\tof text"); label.Text != "two lines of text" {
		t.Errorf("the label reads %q", label.Text)
	}
	for _, text := range []string{"short", long} {
		list.SetSelected(text)
		list.MouseIn(nil)
		want := ""
		if text == long {
			want = long
		}
		if got := said(); got != want {
			t.Errorf("the tip of %q in a list is %q", text, got)
		}
		list.MouseOut()
	}
}

// TestRightToLeft cuts a name from right to left at its left end, and again at another width.
func TestRightToLeft(t *testing.T) {
	test.NewTempApp(t)
	const name = "תל אביב (צפון)"
	label := NewLabel("", New(func(f func()) { f() }))
	label.SetText(name)
	if label.Text != glyph.Reorder(name) {
		t.Errorf("before it has a width the label reads %q", label.Text)
	}
	label.Resize(fyne.NewSize(80, 30))
	if label.Text != input.Ellipsis(name, label.TextStyle, label.room()) || label.cut() != name {
		t.Errorf("a narrow label reads %q, and its tip %q", label.Text, label.cut())
	}
	label.Resize(fyne.NewSize(300, 30))
	if label.Text != glyph.Reorder(name) || label.cut() != "" {
		t.Errorf("a wide label reads %q, and its tip %q", label.Text, label.cut())
	}
}
