package inflate

// block reads the header of a block.
func (s *stream) block() error {
	if !s.skipBits() || !s.need(3) {
		return s.cutError()
	}
	s.final = s.take(1) == 1
	switch s.take(2) {
	case 0:
		return s.storedBlock()
	case 1:
		s.fixedBlock()
		return nil
	case 2:
		return s.dynamicBlock()
	}
	return s.corruptError()
}

func (s *stream) storedBlock() error {
	s.align()
	if !s.need(32) {
		return s.cutError()
	}
	n, inverse := s.take(16), s.take(16)
	if n != inverse^0xFFFF {
		return s.corruptError()
	}
	s.left, s.step = n, stored
	if n == 0 {
		s.step = header
	}
	return nil
}

// fixedBlock makes the tables of the fixed code of RFC 1951, section 3.2.6.
func (s *stream) fixedBlock() {
	s.step = symbols
	if s.fixed {
		return
	}
	s.fixed = true
	var lengths [288]uint8
	for symbol := range lengths {
		switch {
		case symbol < 144, symbol >= 280:
			lengths[symbol] = 8
		case symbol < 256:
			lengths[symbol] = 9
		default:
			lengths[symbol] = 7
		}
	}
	var distances [32]uint8
	for symbol := range distances {
		distances[symbol] = 5
	}
	s.tables(lengths[:], distances[:])
}

// tables makes the tables for the two codes of a block.
func (s *stream) tables(lengths, distances []uint8) bool {
	if !s.code.init(lengths) {
		return false
	}
	fill(&s.code, s.lengths[:], lengthRoot, lengthEntries[:])
	pairLiterals(s.lengths[:], lengthRoot)
	if !s.code.init(distances) {
		return false
	}
	fill(&s.code, s.distances[:], distanceRoot, distanceEntries[:])
	return true
}

// metaOrder is the order in which a block stores the lengths of the code for lengths.
var metaOrder = [...]uint8{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15}

// dynamicBlock reads the lengths of the two codes of a block (RFC 1951, section 3.2.7).
func (s *stream) dynamicBlock() error {
	if !s.need(14) {
		return s.cutError()
	}
	nLengths, nDistances, nMeta := s.take(5)+257, s.take(5)+1, s.take(4)+4
	if nLengths > maxLengths || nDistances > maxDistances {
		return s.corruptError()
	}
	var meta [len(metaOrder)]uint8
	for _, symbol := range metaOrder[:nMeta] {
		if !s.need(3) {
			return s.cutError()
		}
		meta[symbol] = uint8(s.take(3))
	}
	if !s.code.init(meta[:]) {
		return s.corruptError()
	}
	var table [1 << metaRoot]uint32
	fill(&s.code, table[:], metaRoot, metaEntries[:])

	var lengths [maxLengths + maxDistances]uint8
	n := nLengths + nDistances
	for i := 0; i < n; {
		symbol, err := s.metaSymbol(&table)
		if err != nil {
			return err
		}
		if symbol < 16 {
			lengths[i] = uint8(symbol)
			i++
			continue
		}
		again, least, extra := uint8(0), 3, uint(2)
		switch symbol {
		case 16:
			if i == 0 {
				return s.corruptError()
			}
			again = lengths[i-1]
		case 17:
			extra = 3
		default:
			least, extra = 11, 7
		}
		if !s.need(extra) {
			return s.cutError()
		}
		end := i + least + s.take(extra)
		if end > n {
			return s.corruptError()
		}
		for ; i < end; i++ {
			lengths[i] = again
		}
	}
	s.fixed = false
	if !s.tables(lengths[:nLengths], lengths[nLengths:n]) {
		return s.corruptError()
	}
	s.step = symbols
	return nil
}

// metaSymbol decodes a symbol of the code for lengths.
func (s *stream) metaSymbol(table *[1 << metaRoot]uint32) (int, error) {
	for {
		e := table[s.bits&(1<<metaRoot-1)]
		switch n := uint(e & bitsMask); {
		case n > s.n:
			if !s.need(s.n + 1) {
				return 0, s.cutError()
			}
		case e&exceptional != 0:
			return 0, s.corruptError()
		default:
			s.take(n)
			return int(e >> payload), nil
		}
	}
}
