package gpu

// rates are what the steps of the strategies cost a row, in bytes of memory traffic that take as long, by class.
type rates struct {
	atomic    float64 // of a word in workgroup memory
	global    float64 // of a word in global memory
	register  float64 // of a measure of eight slots in registers
	scattered float64 // of a byte that is written to its partition
	step      float64 // of a dispatch, whatever its rows: bytes in all
}

// classRates are measured on an H200 for discrete cards; integrated ones have less memory bandwidth beside the same
// atomics, and on software everything is arithmetic.
var classRates = map[string]rates{
	Discrete:   {atomic: 1, global: 60, register: 4, scattered: 1.5, step: 40e6},
	Integrated: {atomic: 0.5, global: 20, register: 0.5, scattered: 2, step: 1e6},
	Software:   {atomic: 4, global: 5, register: 4, scattered: 4, step: 1e5},
}

// price is what a pass costs with a strategy, in bytes of memory traffic that take as long.
func price(strategy string, p pass, j *job, a Adapter) float64 {
	r, rows, words := classRates[a.Class], float64(j.Rows), float64(p.words)
	walk := p.bytesARow()
	switch strategy {
	case Private:
		return r.step + rows*(walk+r.register*float64(len(p.measures)))
	case Workgroup:
		return r.step + float64(spans(p.words, j.Slots, a))*rows*(walk+r.atomic*words)
	case Partition:
		l, _ := layPartitions(p, j, a)
		record := 4 * float64(l.words)
		flush := float64(j.Slots) * words * 8 // and the clearing of the cells of every partition
		return 6*r.step + flush + rows*(4+walk+r.scattered*record+record+r.atomic*(2+words))
	}
	return r.step + rows*(walk+r.global*words)
}
