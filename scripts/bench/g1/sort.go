package g1

// sort orders the rows by id1 to id6, stably, nulls first. It runs one counting sort for each column, from the last
// column to the first.
func (d *Data) sort() {
	order, next := make([]int32, d.Rows), make([]int32, d.Rows)
	for i := range order {
		order[i] = int32(i)
	}
	for j := len(d.IDs) - 1; j >= 0; j-- {
		at := make([]int32, d.Domain(j)+2)
		for _, v := range d.IDs[j] {
			at[v+1]++
		}
		for v := range at[1:] {
			at[v+1] += at[v]
		}
		for _, row := range order {
			v := d.IDs[j][row]
			next[at[v]] = row
			at[v]++
		}
		order, next = next, order
	}
	for j := range d.IDs {
		d.IDs[j] = gather(d.IDs[j], order)
	}
	d.V1, d.V2, d.V3 = gather(d.V1, order), gather(d.V2, order), gather(d.V3, order)
}

func gather[T any](values []T, order []int32) []T {
	out := make([]T, len(values))
	for i, row := range order {
		out[i] = values[row]
	}
	return out
}
