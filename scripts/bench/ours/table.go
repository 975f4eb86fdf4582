package ours

import (
	"math"
	"strconv"

	"cardinal/bench/g1"
	"cardinal/data"
)

// Table makes the same table as loading the data from a file: dictionaries in the order of first appearance, integers
// of 64 bits, and v3 as exact decimals.
func Table(d *g1.Data) *data.Table {
	var columns []*data.Column
	for j, ids := range d.IDs {
		if j < g1.Texts {
			columns = append(columns, texts(g1.IDNames[j], j, ids, d.Domain(j)))
		} else {
			columns = append(columns, ints(g1.IDNames[j], ids))
		}
	}
	columns = append(columns, ints("v1", d.V1), ints("v2", d.V2), floats("v3", d.V3))
	return data.NewTable(d.Name(), columns)
}

func texts(name string, j int, ids []int32, domain int) *data.Column {
	codeOf := make([]uint32, domain+1) // code+1; 0: not found yet
	codes := make([]uint32, len(ids))
	var values []string
	for i, id := range ids {
		if id == g1.Null {
			continue
		}
		if codeOf[id] == 0 {
			values = append(values, string(g1.AppendText(nil, j, id)))
			codeOf[id] = uint32(len(values))
		}
		codes[i] = codeOf[id] - 1
	}
	return data.NewText(name, codes, values, validity(len(ids), func(i int) bool { return ids[i] != g1.Null }))
}

func ints(name string, values []int32) *data.Column {
	out := make([]int64, len(values))
	for i, v := range values {
		out[i] = int64(v)
	}
	return data.NewInts(name, data.Int, 0, out, validity(len(values), func(i int) bool { return values[i] != g1.Null }))
}

func floats(name string, values []float64) *data.Column {
	out := make([]float64, len(values))
	copy(out, values)
	return data.NewFloats(name, out, validity(len(values), func(i int) bool { return !math.IsNaN(values[i]) }))
}

// validity returns the bitmap of rows with a value, or nil if every row has a value.
func validity(n int, has func(i int) bool) data.Bitmap {
	for i := range n {
		if !has(i) {
			valid := data.NewBitmap(n)
			for k := range n {
				if has(k) {
					valid.Set(k)
				}
			}
			return valid
		}
	}
	return nil
}

// Texts makes a column of texts that stand for numbers.
func Texts(name string, numbers []int64) *data.Column {
	codeOf, codes, values := map[int64]uint32{}, make([]uint32, len(numbers)), []string(nil)
	for i, n := range numbers {
		code, ok := codeOf[n]
		if !ok {
			code = uint32(len(values))
			codeOf[n], values = code, append(values, "label "+strconv.FormatInt(n, 10))
		}
		codes[i] = code
	}
	return data.NewText(name, codes, values, nil)
}
