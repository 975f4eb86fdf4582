package grid

import (
	"fmt"
	"math"
	"math/rand"
	"slices"

	"cardinal/data"
)

// table makes a table of a shape: integer keys k1 to k4 and an integer value v.
func (s Shape) table(rows int) *data.Table {
	r := rand.New(rand.NewSource(1))
	group := s.groups(r, rows)
	var columns []*data.Column
	for j := range s.Keys {
		values := make([]int64, rows)
		for i, g := range group {
			values[i] = s.key(j, g)
		}
		columns = append(columns, data.NewInts(fmt.Sprintf("k%d", j+1), data.Int, 0, values, nil))
	}
	values := make([]int64, rows)
	for i := range values {
		values[i] = int64(r.Intn(1000))
	}
	return data.NewTable(s.String(), append(columns, data.NewInts("v", data.Int, 0, values, nil)))
}

// groups draws the group of every row.
func (s Shape) groups(r *rand.Rand, rows int) []uint64 {
	out := make([]uint64, rows)
	n := int64(s.Groups)
	switch s.Distribution {
	case Zipf:
		z := rand.NewZipf(r, 1.1, 1, uint64(n-1))
		for i := range out {
			out[i] = scatter(z.Uint64(), uint64(n))
		}
		return out
	case Clustered:
		window := min(n, 1024)
		for i := range out {
			out[i] = uint64(int64(float64(i)/float64(rows)*float64(n-window)) + r.Int63n(window))
		}
		return out
	}
	for i := range out {
		out[i] = uint64(r.Int63n(n))
		if s.Distribution == Hot && r.Uint64()&1 == 0 {
			out[i] = uint64(n / 2)
		}
	}
	if s.Distribution == Sorted {
		slices.Sort(out)
	}
	return out
}

// scatter permutes 0 to n-1, so that frequent groups are not neighbours.
func scatter(v, n uint64) uint64 {
	const prime = 2654435761 // larger than every n here, so coprime to n
	return v * prime % n
}

// key returns column j of a group. Two compact keys are the digits of the group's number. Sparse keys are hashes of the
// number.
func (s Shape) key(j int, group uint64) int64 {
	switch s.Keys {
	case 1:
		return int64(group)
	case 2:
		base := uint64(math.Ceil(math.Sqrt(float64(s.Groups))))
		if j == 0 {
			return int64(group / base)
		}
		return int64(group % base)
	}
	return int64(mix(group*4+uint64(j)) % sparseDomain)
}

// sparseDomain is the number of values of each key if there are three or four keys. The product of these numbers is at
// least 64e9.
const sparseDomain = 4000

// mix returns the finaliser of SplitMix64 (Steele, Lea, Flood, 2014).
func mix(v uint64) uint64 {
	v += 0x9e3779b97f4a7c15
	v = (v ^ v>>30) * 0xbf58476d1ce4e5b9
	v = (v ^ v>>27) * 0x94d049bb133111eb
	return v ^ v>>31
}
