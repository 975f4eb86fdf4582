package data

import (
	"slices"
	"strings"
	"sync"
)

// Dictionary is the distinct texts of a column in order of first appearance.
type Dictionary struct {
	Values []string

	once sync.Once
	rank []uint32
}

// NewDictionary takes ownership of values, which must be distinct.
func NewDictionary(values []string) *Dictionary { return &Dictionary{Values: values} }

// Rank maps a code to its place among the values sorted by bytes. It is computed at the first call and kept.
func (d *Dictionary) Rank() []uint32 {
	d.once.Do(func() {
		order := make([]uint32, len(d.Values))
		for i := range order {
			order[i] = uint32(i)
		}
		slices.SortFunc(order, func(a, b uint32) int { return strings.Compare(d.Values[a], d.Values[b]) })
		d.rank = make([]uint32, len(order))
		for place, code := range order {
			d.rank[code] = uint32(place)
		}
	})
	return d.rank
}
