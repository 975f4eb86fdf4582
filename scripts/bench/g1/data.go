package g1

import (
	"math"
	"strconv"
)

// Null is the code of a missing value in the integer columns; values start at 1.
const Null = 0

// Data is one data set by columns. id1 to id3 are texts: AppendText writes the text of a code.
type Data struct {
	Spec
	IDs [6][]int32 // Null or 1..Domain
	V1  []int32    // Null or 1..5
	V2  []int32    // Null or 1..15
	V3  []float64  // NaN for null; at most 6 decimal places
}

// IDNames are the names of the id columns.
var IDNames = [6]string{"id1", "id2", "id3", "id4", "id5", "id6"}

// Texts is the number of leading id columns that hold texts.
const Texts = 3

// Domain returns the largest value of id column j.
func (s Spec) Domain(j int) int {
	if j == 2 || j == 5 {
		return s.Rows / s.K
	}
	return s.K
}

// AppendText appends the text of a code of id column j: "id" and at least three digits, for id3 ten.
func AppendText(b []byte, j int, code int32) []byte {
	width := 3
	if j == 2 {
		width = 10
	}
	b = append(b, "id"...)
	var digits [12]byte
	number := strconv.AppendInt(digits[:0], int64(code), 10)
	for range width - len(number) {
		b = append(b, '0')
	}
	return append(b, number...)
}

// New makes the data of a spec. Without skew, the random numbers are those of R after set.seed(108).
func New(s Spec) (*Data, error) {
	if err := s.check(); err != nil {
		return nil, err
	}
	r := newRNG(108)
	d := &Data{Spec: s, V1: make([]int32, s.Rows), V2: make([]int32, s.Rows), V3: make([]float64, s.Rows)}
	for j := range d.IDs {
		d.IDs[j] = make([]int32, s.Rows)
		r.fill(d.IDs[j], s.Domain(j))
	}
	r.fill(d.V1, 5)
	r.fill(d.V2, 15)
	for i := range d.V3 {
		d.V3[i] = math.Round(100*r.float()*1e6) / 1e6
	}
	d.skew()
	if s.Nulls > 0 {
		d.addNulls(r)
	}
	if s.Sorted {
		d.sort()
	}
	return d, nil
}

// fill draws every value from 1..domain.
func (r *rng) fill(out []int32, domain int) {
	for i := range out {
		out[i] = int32(r.index(domain) + 1)
	}
}
