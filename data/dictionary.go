package data

import (
	"sync"
	"sync/atomic"

	"cardinal/data/calendar"
	"cardinal/data/ordinal"
)

// Dictionary is the distinct texts of a column.
type Dictionary struct {
	Values []string // by code, in order of first appearance

	once   sync.Once
	ranked atomic.Bool
	rank   []uint32

	timesOnce sync.Once
	times     TimesOfDay

	placesOnce sync.Once
	places     []int
}

// NewDictionary makes a dictionary of values, which must be distinct. It takes ownership of them.
func NewDictionary(values []string) *Dictionary { return &Dictionary{Values: values} }

// Rank is, by code, the index of each value among the values sorted by their bytes. The first call computes it.
func (d *Dictionary) Rank() []uint32 {
	d.once.Do(func() {
		d.rank = make([]uint32, len(d.Values))
		for place, code := range ascending(d.Values) {
			d.rank[code] = uint32(place)
		}
		d.ranked.Store(true)
	})
	return d.rank
}

// Ranked reports whether Rank has sorted the values.
func (d *Dictionary) Ranked() bool { return d.ranked.Load() }

// Places is, by code, the place of each value where the values have an order of their own: months, weekdays, sizes, levels, or ranges of numbers. It is nil elsewhere. The first
// call computes it.
func (d *Dictionary) Places() []int {
	d.placesOnce.Do(func() {
		if d.places = calendar.Places(d.Values); d.places == nil {
			d.places = ordinal.Places(d.Values)
		}
	})
	return d.places
}
