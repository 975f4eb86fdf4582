package shelf

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"

	"cardinal/data"
)

func TestDetails(t *testing.T) {
	p := newPane(t)
	r := p.Rows()[0]
	r.MouseIn(nil)
	r.MouseMoved(nil)
	if p.detail.Text != "Region: text" {
		t.Errorf("says %q", p.detail.Text)
	}
	r.MouseOut()
	if p.detail.Text != "Region: text" {
		t.Errorf("forgot what it said: %q", p.detail.Text)
	}
	p.SetCount("Units sold", "12", "Units sold: whole number · 12 distinct", Spread{Bins: []int{3, 0, 6},
		Low: "1", High: "9"})
	p.SetCount("nope", "1", "", Spread{})
	p.Rows()[1].MouseDown(nil)
	if bars := p.spread.root.Objects[0].(*fyne.Container).Objects; len(bars) != 3 ||
		bars[0].Size().Height*2 != bars[2].Size().Height || bars[1].Size().Height != 0 {
		t.Errorf("%d bars, of %v and %v", len(bars), bars[0].Size(), bars[2].Size())
	}
	if p.detail.Text != "Units sold: whole number · 12 distinct" || p.Rows()[1].Field().Count != "12" {
		t.Errorf("says %q", p.detail.Text)
	}
}

// TestDetailsStayDuringADrag drags a field over another one. The details of the dragged field stay.
func TestDetailsStayDuringADrag(t *testing.T) {
	p := newPane(t)
	p.OnDragged, p.OnDragEnd = func([]Field, *fyne.DragEvent) {}, func() {}
	dragged, other := p.Rows()[1], p.Rows()[0]
	dragged.MouseIn(nil)
	dragged.Dragged(&fyne.DragEvent{})
	other.MouseIn(nil)
	if p.now != dragged.field.Name {
		t.Errorf("the details are of %s", p.now)
	}
	dragged.DragEnd()
	other.MouseOut()
	if other.MouseIn(nil); p.now != other.field.Name {
		t.Errorf("after the drag the details are of %s", p.now)
	}
}

// TestListStandsStill goes over fields whose details are of different heights: the list keeps its height after
// the highest ones, until another table comes.
func TestListStandsStill(t *testing.T) {
	p := newPane(t)
	height := func() float32 { return p.list.scroll.Size().Height }
	p.Describe("Region")
	low := height()
	p.SetCount("Region", "3", strings.Repeat("Region: text ", 20), Spread{Top: []Bar{{"EU", 0.5}, {"US", 0.5}}})
	least := height()
	if least >= low {
		t.Fatalf("the list is %v high beside long details, %v beside short ones", least, low)
	}
	for _, column := range []string{"Units sold", "Sold on", "Region"} {
		if p.Describe(column); height() != least {
			t.Errorf("the list is %v high beside the details of %s, %v before", height(), column, least)
		}
	}
	p.SetFields([]Field{{Name: "city", Type: data.Text, Detail: "city: text"}})
	if p.Describe("city"); height() <= least {
		t.Errorf("the list of another table is %v high", height())
	}
}

// TestLongNameLeavesTheListItsHalf describes a field of a name of many lines in a low window: the list keeps
// half of the height, the window need not be higher, and the next field's details show their beginning.
func TestLongNameLeavesTheListItsHalf(t *testing.T) {
	p := newPane(t)
	least := p.Object().MinSize().Height
	p.SetCount("Region", "3", strings.Repeat("Region: text ", 200), Spread{Bins: []int{1}, Low: "1", High: "2"})
	p.Describe("Region")
	if got := p.Object().MinSize().Height; got != least {
		t.Errorf("a long name makes the window at least %v high, and it was %v", got, least)
	}
	whole := p.add.Position().Y - 2*theme.Padding()
	if got := p.list.scroll.Size().Height; got < whole/2 {
		t.Errorf("the list has %v of %v", got, whole)
	}
	details := p.foot.scroll
	details.ScrollToBottom()
	if p.Describe("Units sold"); details.Offset.Y != 0 {
		t.Errorf("the details of the next field are scrolled by %v", details.Offset.Y)
	}
}

// TestLongEnds keeps the width of the list whatever the ends of a field's values are.
func TestLongEnds(t *testing.T) {
	p := newPane(t)
	width := p.Object().MinSize().Width
	for _, ends := range [][2]string{{"2023-01-01 01:46:00", "2024-12-30 19:38:00"},
		{"1", "123456789012345678901234567890"}, {"1", "2"}} {
		p.SetCount("Region", "3", "Region: text", Spread{Bins: []int{1}, Low: ends[0], High: ends[1]})
		p.Describe("Region")
		if got := p.Object().MinSize().Width; got > width {
			t.Errorf("%v makes the list %v wide, and it was %v", ends, got, width)
		}
		line := p.spread.root.Objects[1].(*fyne.Container)
		low, high := line.Objects[0].(*canvas.Text), line.Objects[1].(*canvas.Text)
		if low.Size().Width+high.Size().Width > line.Size().Width ||
			!strings.HasPrefix(ends[0], strings.TrimSuffix(low.Text, "…")) || high.Text == "…" {
			t.Errorf("%v reads %q and %q", ends, low.Text, high.Text)
		}
	}
}
