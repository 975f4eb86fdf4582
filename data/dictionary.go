package data

import (
	"cmp"
	"slices"
	"sync"
	"sync/atomic"

	"cardinal/data/number/calendar"
	"cardinal/data/text/ordinal"
)

// Dictionary has the distinct texts of a column. If the texts are only compared by their bytes (Repeats in the options
// of package load), it may have a text several times.
type Dictionary struct {
	Values []string // by code, in order of first appearance
	Order  []string // the order that the file declares, including values that no row has; nil: none declared

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

// Rank returns, by code, the index of each value among the sorted values. The values are sorted by their declared
// order, else by their bytes. The first call computes the ranks.
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

// Places returns, by code, the position of each value in the natural order of the values: a declared order, or the
// order of months, weekdays, sizes, levels, or ranges of numbers. It returns nil if the values have no such order. The
// first call computes the places.
func (d *Dictionary) Places() []int {
	d.placesOnce.Do(func() {
		if d.Order != nil {
			d.places = d.declaredPlaces()
			return
		}
		if d.places = calendar.Places(d.Values); d.places == nil {
			d.places = ordinal.Places(d.Values)
		}
	})
	return d.places
}

// declaredPlaces returns, by code, the place of each value in the declared order. Values that are not declared come
// last.
func (d *Dictionary) declaredPlaces() []int {
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
