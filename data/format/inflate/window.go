package inflate

// window maps each symbol to a byte: the 256 bytes to themselves, and the positions to the bytes of the window before a
// part.
type window [windowPlace + windowSize]byte

// windowOf returns a window of the text in the window of s, followed by `before`.
func windowOf(s *stream, before []byte) *window {
	w := new(window)
	for i := range windowPlace {
		w[i] = byte(i)
	}
	n := min(len(before), windowSize)
	copy(w[windowPlace:], s.window[n:])
	copy(w[len(w)-n:], before[len(before)-n:])
	return w
}

// text converts symbols to text.
func (w *window) text(text []byte, symbols []uint16) {
	for i, v := range symbols {
		text[i] = w[v]
	}
}

// next returns the window behind a part. tail is the part's tail.
func (w *window) next(tail []uint16) *window {
	next := new(window)
	copy(next[:], w[:windowPlace])
	w.text(next[windowPlace:], tail)
	return next
}

// fitsWindow reports whether all positions of a part are in the last known bytes of the window.
func (p *part) fitsWindow(known int) bool {
	if known < windowSize {
		for _, v := range p.symbols {
			if v >= windowPlace && int(v) < windowPlace+windowSize-known {
				return false
			}
		}
	}
	return true
}
