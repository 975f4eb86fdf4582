package grid

import "testing"

func TestSpan(t *testing.T) {
	s := selection{anchor: cellAt{9, 2}, head: cellAt{4, 5}, some: true}
	if a, b := s.bounds(); a != (cellAt{4, 2}) || b != (cellAt{9, 5}) {
		t.Errorf("bounds %v %v", a, b)
	}
	if s.cells() != 24 {
		t.Errorf("%d cells, want 24", s.cells())
	}
	if !s.contains(4, 5) || s.contains(3, 5) || s.contains(4, 6) {
		t.Error("contains is wrong at a corner")
	}
	if got := s.clampTo(cellAt{6, 0}, cellAt{7, 3}); got.anchor != (cellAt{7, 2}) || got.head != (cellAt{6, 3}) {
		t.Errorf("within gives %v", got)
	}
	if s.clampTo(cellAt{1, 0}, cellAt{0, 3}).some {
		t.Error("something is selected among no cells")
	}
	if (selection{}).cells() != 0 || (selection{}).contains(0, 0) {
		t.Error("nothing selected, but a cell is")
	}
}
