package data

import (
	"slices"
	"strings"
	"sync"
)

// Dictionary is the distinct texts of a column.
type Dictionary struct {
	Values []string // by code, in order of first appearance

	once sync.Once
	rank []uint32

	timesOnce sync.Once
	times     TimesOfDay
}

// NewDictionary makes a dictionary of values, which must be distinct. It takes ownership of them.
func NewDictionary(values []string) *Dictionary { return &Dictionary{Values: values} }

// Rank is, by code, the index of each value among the values sorted by their bytes. The first call computes it.
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
