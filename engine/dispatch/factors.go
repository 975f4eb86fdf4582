package dispatch

// Factors are the six parts of a measured score. Their product is the predicted time of the better CPU tier over that
// of the GPU, so that a score above 1 and a GPU that is expected to be faster are the same thing. Each factor is what
// one circumstance does to that ratio, in this order:
//
//	F1 rows         the ratio for these rows into few groups, all columns to be sent, on a discrete GPU as shipped:
//	                1 at the break-even number of rows
//	F3 class        a device of this class as shipped in its place
//	F4 vendor       this very device, as measured, in its place
//	F2 cardinality  the number of groups; a divisor
//	F5 residency    what is resident already need not be sent
//	F6 buffer       columns that must be cut into chunks
//
// The score is 0 where the machine knows no such device and where there is no row.
func (m Machine) Factors(s Shape, class string) Factors {
	if !m.knows(class) || s.Rows <= 0 {
		return Factors{Cardinality: 1, Vendor: 1, Residency: 1, Buffer: 1}
	}
	few := s
	few.Groups, few.Chunks, few.Upload = fewGroups(s.Groups), 1, s.needed()
	few.Slots, few.Domain = fewGroups(s.Slots), fewGroups(s.Domain)
	rows := m.asShipped("discrete").ratio(few, "discrete")
	classed := m.asShipped(class).ratio(few, class)
	tuned := m.ratio(few, class)
	grouped := few
	grouped.Groups, grouped.Slots, grouped.Domain = s.Groups, s.Slots, s.Domain
	many := m.ratio(grouped, class)
	sent := grouped
	sent.Upload = s.Upload
	resident := m.ratio(sent, class)
	return Factors{
		Rows: rows, Class: classed / rows, Vendor: tuned / classed, Cardinality: tuned / many,
		Residency: resident / many, Buffer: m.ratio(s, class) / resident,
	}
}

// ratio is how many times longer the better CPU tier is expected to take than the GPU.
func (m Machine) ratio(s Shape, class string) float64 {
	return m.cpu(&s) / m.total(&s, GPU, class)
}

// asShipped is the machine with a class of device as DefaultMachine has it.
func (m Machine) asShipped(class string) Machine {
	m.GPU = map[string]DeviceCosts{class: DefaultMachine.GPU[class]}
	return m
}

// fewGroups is the group count that the other factors are taken at: every tier keeps them in its fastest memory.
func fewGroups(n int) int { return min(n, 16) }

// needed is what the GPU needs in bytes: four a row for each key and accumulator where it was not said.
func (s *Shape) needed() int64 {
	if s.Bytes > 0 {
		return s.Bytes
	}
	return max(s.Upload, 4*int64(s.Rows)*int64(s.Keys+s.Accs))
}

// BreakEven is the number of rows from which on the GPU is expected to beat the CPU for a shape, and false where none
// up to 2^40 does.
func (m Machine) BreakEven(s Shape, class string) (int, bool) {
	faster := func(rows int) bool {
		at := s
		at.Rows = rows
		if s.Rows > 0 {
			at.Upload = int64(float64(s.Upload) * float64(rows) / float64(s.Rows))
			at.Bytes = int64(float64(s.Bytes) * float64(rows) / float64(s.Rows))
		}
		return m.ratio(at, class) > 1
	}
	hi := 1 << 40
	if !m.knows(class) || !faster(hi) {
		return 0, false
	}
	lo := 0
	for hi-lo > 1 {
		if mid := lo + (hi-lo)/2; faster(mid) {
			hi = mid
		} else {
			lo = mid
		}
	}
	return hi, true
}
