package duckdb

// copyPlain copies values that are not compressed.
func (s *segment) copyPlain(out []byte) error {
	if len(s.data) < len(out) {
		return errDamaged
	}
	copy(out, s.data)
	return nil
}

// fillConstant repeats the only value, which is in the statistics. If all rows are null, no value is there.
func (s *segment) fillConstant(out []byte) error {
	width := s.kind.width()
	if len(s.least) == 0 && !s.hasAny {
		clear(out)
		return nil
	}
	if len(s.least) != width {
		return errDamaged
	}
	repeat(out, s.least)
	return nil
}

// repeat fills `out` with copies of `value`.
func repeat(out, value []byte) {
	for done := copy(out, value); done < len(out); done *= 2 {
		copy(out[done:], out[:done])
	}
}

// mask decodes a bit mask into `out`, from the lowest bit of the first byte on.
func mask(out []bool, data []byte) error {
	if len(data) < (len(out)+7)/8 {
		return errDamaged
	}
	for i := range out {
		out[i] = data[i/8]>>(i%8)&1 != 0
	}
	return nil
}
