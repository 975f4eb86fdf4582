package gpu

// warmUps are requests over a few rows that compile the kernels of the likeliest pivots: counts and sums, with and without
// nulls. On software the kernels compile as slowly as they run, and are not the tier of choice: there are none.
func warmUps(a Adapter) []Request {
	if a.Class == Software {
		return nil
	}
	const rows = 64
	bytes := NewColumn("\x00warm bytes", func() []uint8 { return make([]uint8, rows) })
	halves := NewColumn("\x00warm halves", func() []uint16 { return make([]uint16, rows) })
	words := NewColumn("\x00warm words", func() []uint32 { return make([]uint32, rows) })
	valid := &Bits{"\x00warm bits", func() []uint64 { return []uint64{1} }}
	var aggregates [][]Aggregate
	for _, c := range []*Column{&halves, &words, &bytes} {
		aggregates = append(aggregates, [][]Aggregate{
			{{Op: Count}, {Op: Sum, Values: c}}, {{Op: Sum, Values: c}},
			{{Op: Count}, {Op: Count, Valid: valid}, {Op: Sum, Values: c}}, {{Op: Min, Values: c, Valid: valid}, {Op: Max, Values: c, Valid: valid}},
		}...)
	}
	var list []Request
	for _, aggregates := range append([][]Aggregate{{{Op: Count}}}, aggregates...) {
		for _, kind := range []struct {
			strategy string
			slots    int
			key      Column
		}{{Private, 8, bytes}, {Workgroup, 200, bytes}, {Workgroup, 1000, halves}, {Workgroup, 4000, halves}, {Partition, 100_000, words}} {
			if kind.strategy == Private && a.Class == Discrete { // never the cheapest there
				continue
			}
			list = append(list, Request{
				Rows: rows, Slots: kind.slots, Keys: []Key{{kind.key, 1}}, Aggregates: aggregates, Tuning: Tuning{Strategy: kind.strategy},
			})
		}
	}
	return list
}

// warm runs a request for the sake of its kernels, and leaves nothing on the device.
func (d *device) warm(r Request) error {
	defer func() {
		for _, s := range r.job().sources() {
			d.resident.remove(s.id)
		}
	}()
	_, _, err := d.local(r)
	return err
}
