package duckdb

// decodeRuns decodes run-length encoded values. The segment has the offset of the lengths, the values, and the lengths
// of 16 bits.
func (s *segment) decodeRuns(out []byte) error {
	width := s.kind.width()
	c := cursor{rest: s.data}
	lengths := cursorAt(s.data, c.u64())
	for len(out) > 0 {
		value, length := c.take(width), lengths.u16()*width
		if c.err != nil || lengths.err != nil {
			return errDamaged
		}
		n := min(length, len(out))
		repeat(out[:n], value)
		out = out[n:]
	}
	return nil
}
