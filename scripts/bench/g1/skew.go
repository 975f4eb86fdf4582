package g1

import "math/rand"

const zipfExponent = 1.1

// skew replaces the id columns by skewed ones. It uses a generator of its own, so that the value columns stay as in the
// uniform data.
func (d *Data) skew() {
	r := rand.New(rand.NewSource(108))
	switch d.Keys {
	case Zipf:
		for j, ids := range d.IDs {
			n := d.Domain(j)
			byRank := r.Perm(n)
			z := rand.NewZipf(r, zipfExponent, 1, uint64(n-1))
			for i := range ids {
				ids[i] = int32(byRank[z.Uint64()] + 1)
			}
		}
	case Hot:
		var hot [6]int32
		for j := range hot {
			hot[j] = int32(r.Intn(d.Domain(j)) + 1)
		}
		for i := range d.Rows {
			if r.Uint64()&1 == 0 {
				continue
			}
			for j := range hot {
				d.IDs[j][i] = hot[j]
			}
		}
	}
}
