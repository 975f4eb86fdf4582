package gpu

// warmUps are requests over a few rows that compile the kernels of the likeliest pivots: counts and sums, with and without
// nulls. On software the kernels compile as slowly as they run, and are not the tier of choice: there are none.
func warmUps(a Adapter) []Request {
	if a.Class == Software {
		return nil
	}
	const rows = 64
	column := Column{"\x00warm column", func() []uint32 { return make([]uint32, rows) }}
	valid := &Bits{"\x00warm bits", func() []uint64 { return []uint64{1} }}
	var list []Request
	for _, aggregates := range [][]Aggregate{
		{{Op: Count}, {Op: Sum, Values: &column}}, {{Op: Count}}, {{Op: Sum, Values: &column}},
		{{Op: Count}, {Op: Count, Valid: valid}, {Op: Sum, Values: &column}}, {{Op: Min, Values: &column, Valid: valid}, {Op: Max, Values: &column, Valid: valid}},
	} {
		for _, kind := range []struct {
			strategy string
			slots    int
		}{{Private, 8}, {Workgroup, 1000}, {Workgroup, 4000}, {Partition, 100_000}} {
			if kind.strategy == Private && a.Class == Discrete { // never the cheapest there
				continue
			}
			list = append(list, Request{
				Rows: rows, Slots: kind.slots, Keys: []Key{{column, 1}}, Aggregates: aggregates, Tuning: Tuning{Strategy: kind.strategy},
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
