package chart

import (
	"slices"
	"strings"
	"testing"

	"cardinal/data"
)

// TestBoxes draws a box for each label with figures: its box has the height of the quartiles, and its tip has all five
// figures. Percentiles written in another way, another order of the measures, and other measures make no difference.
func TestBoxes(t *testing.T) {
	valid := data.NewBitmap(9)
	valid.SetRange(0, 9)
	valid[0] &^= 1 << 6
	table := data.NewTable("boxes", []*data.Column{
		data.NewText("g", []uint32{0, 0, 0, 0, 0, 1, 2, 3, 3}, []string{"a", "b", "c", "d"}, nil),
		data.NewInts("x", data.Int, 0, []int64{1, 2, 3, 4, 100, 5, 0, -3, 8}, valid)})
	five := "min(x), p(x, 0.25), median(x), p(x, 0.75), max(x)"
	s := drawn(t, gridOf(t, table, "g", "", five), "box", 640, 400)
	if len(s.Marks) != 3 {
		t.Fatalf("%d boxes of 3 labels with figures", len(s.Marks))
	}
	want := "g: a\nMinimum of x: 1\n25th percentile of x: 2.000\nMedian of x: 3\n75th percentile of x: 4.000\n" +
		"Maximum of x: 100"
	if tip := s.Tip(0); tip != want {
		t.Errorf("the tip is\n%s\nwant\n%s", tip, want)
	}
	a, d := s.Marks[0], s.Marks[2]
	if up := a.Y1 - a.Y0; a.Y0 > d.Y0 || d.Y1 < a.Y1 || up < 200 || a.X1-a.X0 > 45 {
		t.Errorf("the marks are %v and %v", a, d)
	}
	if s.Beside(0, 1, 0) != 1 || s.Beside(2, -1, 0) != 1 {
		t.Error("the arrow keys do not lead from box to box")
	}
	again := drawn(t, gridOf(t, table, "g", "", "count(), max(x), p(x, 0.75), p(x, 0.5), p(x, 0.250), min(x)"), "box",
		640, 400)
	if !slices.EqualFunc(s.Marks, again.Marks, func(m, o Mark) bool { return m.Y0 == o.Y0 && m.Y1 == o.Y1 }) {
		t.Errorf("other writings of the measures draw %v, want %v", again.Marks, s.Marks)
	}
	for _, values := range []string{"min(x), median(x), max(x)", five + " where x > 1",
		strings.Replace(five, "0.75", "0.9", 1)} {
		g := gridOf(t, table, "g", "", values)
		if _, err := Draw(t.Context(), g, Style{Kind: box}, 640, 400, Look{}); err == nil {
			t.Errorf("%s is drawn", values)
		}
	}
}
