package g1

import "math"

// addNulls makes a share of the distinct values of every id column null, in all rows that have these values. In every
// value column, it makes the same share of the rows null.
func (d *Data) addNulls(r *rng) {
	share := float64(d.Nulls) / 100
	for j, ids := range d.IDs {
		distinct := firstAppearance(ids, d.Domain(j))
		m := int(float64(len(distinct)) * share)
		if m == 0 {
			continue
		}
		drop := make([]bool, d.Domain(j)+1)
		for _, i := range r.sample(len(distinct), m) {
			drop[distinct[i]] = true
		}
		for i, v := range ids {
			if drop[v] {
				ids[i] = Null
			}
		}
	}
	m := int(float64(d.Rows) * share)
	if m == 0 {
		return
	}
	for _, column := range [][]int32{d.V1, d.V2} {
		for _, i := range r.sample(d.Rows, m) {
			column[i] = Null
		}
	}
	for _, i := range r.sample(d.Rows, m) {
		d.V3[i] = math.NaN()
	}
}

// firstAppearance lists the distinct values in the order in which they first appear.
func firstAppearance(values []int32, domain int) []int32 {
	seen := make([]bool, domain+1)
	var out []int32
	for _, v := range values {
		if !seen[v] {
			seen[v] = true
			out = append(out, v)
		}
	}
	return out
}
