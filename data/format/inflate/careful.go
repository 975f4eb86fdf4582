package inflate

// decode decodes symbols of a block into out[o:].
func (s *stream) decode(out []byte, o int) (int, error) {
	if s.length > 0 {
		o = s.match(out, o, s.length, s.distance)
	}
	var err error
	for err == nil && s.step == symbols && o < len(out) {
		if len(s.in)-s.pos <= inputSlack {
			s.readMore()
		}
		if len(s.in)-s.pos > inputSlack && len(out)-o > outputSlack {
			o, err = decodeFast(s, out, o)
		} else {
			o, err = s.decodeOne(out, o)
		}
	}
	return o, err
}

// decodeOne decodes one symbol.
func (s *stream) decodeOne(out []byte, o int) (int, error) {
	e, err := lookUp(s, s.lengths[:], lengthRoot)
	if err != nil {
		return o, err
	}
	switch {
	case e&endOfBlock != 0:
		s.take(uint(e & bitsMask))
		s.step = header
		return o, nil
	case e&literal != 0: // an entry of two literals also has the length of the first one's code word
		s.take(uint(e >> wordAt & wordMask))
		out[o] = byte(e >> payload)
		return o + 1, nil
	}
	length := int(e>>payload&baseMask) + s.takeExtra(uint(e&bitsMask), uint(e>>wordAt&wordMask))
	d, err := lookUp(s, s.distances[:], distanceRoot)
	if err != nil {
		return o, err
	}
	distance := int(d>>payload&0xFFFF) + s.takeExtra(uint(d&bitsMask), uint(d>>wordAt&wordMask))
	if distance > o+s.known {
		return o, s.corruptError()
	}
	return s.match(out, o, length, distance), nil
}

// takeExtra takes n bits and returns those behind the code word, which has `word` bits.
func (s *stream) takeExtra(n, word uint) int {
	return s.take(n) >> word
}

// lookUp returns a table's entry of the next symbol. It first loads all bits of the symbol.
func lookUp[E uint32 | uint64](s *stream, table []E, root int) (E, error) {
	for {
		e := table[s.bits&(1<<root-1)]
		if e&subtable != 0 {
			e = table[int(e>>payload)+int(s.bits>>root&(1<<(maxBits-root)-1))]
		}
		n := uint(e & bitsMask)
		if e&literal != 0 {
			n = uint(e >> wordAt & wordMask)
		}
		switch {
		case n > s.n:
			if !s.need(s.n + 1) {
				return 0, s.cutError()
			}
		case e&(exceptional|endOfBlock) == invalid:
			return 0, s.corruptError()
		default:
			return e, nil
		}
	}
}

// match copies a match to out[o:], as far as `out` reaches. The next output gets the rest.
func (s *stream) match(out []byte, o, length, distance int) int {
	for ; length > 0 && o < len(out); length-- {
		if from := o - distance; from >= 0 {
			out[o] = out[from]
		} else {
			out[o] = s.window[windowSize+from]
		}
		o++
	}
	s.length, s.distance = length, distance
	return o
}
