package grid

import "image"

// bar is a scrollbar: a track, and on it a thumb whose position and length show which cells are in view. All lengths
// are in device pixels.
type bar struct {
	from, length int // of the track
	thumb, size  int // of the thumb; size 0: all cells are in view, and no thumb is shown
	most         int // the largest scroll offset
}

func newBar(from, length, view, content, offset, minThumb int) bar {
	b := bar{from: from, length: length, most: max(0, content-view)}
	if b.most == 0 || length <= 0 {
		return b
	}
	b.size = min(length, max(minThumb, int(float64(length)*float64(view)/float64(content))))
	b.thumb = from + int(float64(length-b.size)*float64(offset)/float64(b.most)+0.5)
	return b
}

// offset returns the scroll offset at which the thumb begins at pos.
func (b bar) offset(pos int) int {
	room := b.length - b.size
	switch pos -= b.from; {
	case room <= 0 || pos <= 0:
		return 0
	case pos >= room:
		return b.most
	}
	return int(float64(pos) / float64(room) * float64(b.most))
}

// side returns -1 if pos is before the thumb, 0 if it is on the thumb, and 1 if it is after the thumb.
func (b bar) side(pos int) int {
	switch {
	case pos < b.thumb:
		return -1
	case pos >= b.thumb+b.size:
		return 1
	}
	return 0
}

func (l *layout) vertical() bar {
	return newBar(l.top, l.floor-l.top, l.floor-l.top, l.contentH(), l.y, l.minThumb)
}

func (l *layout) horizontal() bar {
	return newBar(l.left, l.wall-l.left, l.wall-l.left, l.contentW(), l.x, l.minThumb)
}

// verticalTrack returns the area of the vertical scrollbar. It is empty if all rows are in view.
func (l *layout) verticalTrack() image.Rectangle {
	if l.maxY() == 0 {
		return image.Rectangle{}
	}
	return image.Rect(l.right, l.top, l.w, l.floor)
}

func (l *layout) horizontalTrack() image.Rectangle {
	if l.maxX() == 0 {
		return image.Rectangle{}
	}
	return image.Rect(l.left, l.bottom, l.wall, l.h)
}
