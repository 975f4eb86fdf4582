package grid

import "testing"

func TestBarRoundTrip(t *testing.T) {
	for _, content := range []int{500, 10_000, 250_000_000, 1 << 45} {
		b := newBar(20, 400, 400, content, 0, 28)
		if b.thumb != 20 || b.size < 28 {
			t.Errorf("content %d: thumb of %d at %d", content, b.size, b.thumb)
		}
		end := newBar(20, 400, 400, content, content-400, 28)
		if end.thumb+end.size != 420 {
			t.Errorf("content %d: at the end the thumb ends at %d", content, end.thumb+end.size)
		}
		if got := b.offset(end.thumb); got != content-400 {
			t.Errorf("content %d: dragged to the end gives %d", content, got)
		}
		if got := b.offset(-99); got != 0 {
			t.Errorf("content %d: dragged beyond the start gives %d", content, got)
		}
		half := newBar(20, 400, 400, content, b.offset(60), 28)
		if half.thumb < 59 || half.thumb > 61 {
			t.Errorf("content %d: dragged to 60, drawn at %d", content, half.thumb)
		}
	}
}

func TestBarWithoutNeed(t *testing.T) {
	if b := newBar(0, 400, 400, 400, 0, 28); b.size != 0 || b.offset(100) != 0 {
		t.Errorf("everything in view, thumb of %d, offset %d", b.size, b.offset(100))
	}
}
