package data

import (
	"cmp"
	"slices"
	"sync"
	"sync/atomic"

	"cardinal/data/number/calendar"
	"cardinal/data/text/ordinal"
)

// Dictionary is the distinct texts of a column.
type Dictionary struct {
	Values []string // by code, in order of first appearance
	Order  []string // the values in the order that the file declares, those without a row too; nil: it declares none

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

// Rank is, by code, the index of each value among the values sorted by their declared order, or by their bytes
// where there is none. The first call computes it.
func (d *Dictionary) Rank() []uint32 {
	d.once.Do(func() {
		d.rank = make([]uint32, len(d.Values))
		sorted := ascending(d.Values)
		if d.Order != nil {
			places := d.Places()
			slices.SortStableFunc(sorted, func(a, b uint32) int { return cmp.Compare(places[a], places[b]) })
		}
		for place, code := range sorted {
			d.rank[code] = uint32(place)
		}
		d.ranked.Store(true)
	})
	return d.rank
}

// Ranked reports whether Rank has sorted the values.
func (d *Dictionary) Ranked() bool { return d.ranked.Load() }

// Places is, by code, the place of each value where the values have an order of their own: a declared one, or
// that of months, weekdays, sizes, levels, or ranges of numbers. It is nil elsewhere. The first call computes
// it.
func (d *Dictionary) Places() []int {
	d.placesOnce.Do(func() {
		if d.Order != nil {
			d.places = d.declared()
			return
		}
		if d.places = calendar.Places(d.Values); d.places == nil {
			d.places = ordinal.Places(d.Values)
		}
	})
	return d.places
}

// declared is, by code, the place of each value in the declared order. Values that are not declared come last.
func (d *Dictionary) declared() []int {
	place := make(map[string]int, len(d.Order))
	for i, value := range d.Order {
		if _, known := place[value]; !known {
			place[value] = i
		}
	}
	places := make([]int, len(d.Values))
	for code, value := range d.Values {
		i, known := place[value]
		if !known {
			i = len(d.Order)
		}
		places[code] = i
	}
	return places
}
