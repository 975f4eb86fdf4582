package pivot

import (
	"math"
	"slices"

	"cardinal/data/number/calendar"
)

// moments is a tree of the labels that one date can have in several fields of one column. For example, the quarters
// have below them the months with a day in the quarter. A label is given by its index in the codes of its field.
type moments struct {
	places []int // the labels of one field, ascending
	below  map[int]*moments
}

// maxMoments is the greatest number of instants that moments looks at.
const maxMoments = 1 << 20

// moments finds the labels that one date can have in the given fields, which belong to one column. It looks at the
// instants from the first to the last one whose labels occur in some node. If the labels of all fields recur every
// year, it looks at whole years.
//
// If a field has no calendar, or if there are too many instants, it returns the labels that occur together in some
// node.
func (f *filler) moments(fields []int) *moments {
	occurring := f.places(fields)
	first, last, step, recur := int64(math.MinInt64), int64(math.MaxInt64), int64(math.MaxInt64), true
	for _, i := range fields {
		c := f.keys[i].Calendar()
		if c == nil {
			return occurring
		}
		first, last, step = max(first, c.First), min(last, c.Last), min(step, c.Step)
		recur = recur && f.Fields[i].Part.Kind().Recurs()
	}
	if recur {
		first, last = someYears(step)
	}
	first -= (first%step + step) % step
	if uint64(last-first)/uint64(step) >= maxMoments {
		return occurring
	}
	var all [][]int // the labels of each instant that differ from those of the instant before
	from, to := 0, 0
	for second := first; second <= last; second += step {
		at := f.labelsAt(fields, second)
		if at == nil || len(all) > 0 && slices.Equal(all[len(all)-1], at) {
			continue
		}
		all = append(all, at)
		if recur || occurring.has(at) {
			if to == 0 {
				from = len(all) - 1
			}
			to = len(all)
		}
	}
	for _, at := range all[from:to] {
		occurring.add(at)
	}
	occurring.sort()
	return occurring
}

// someYears returns the first and the last instant of 28 years, after which weekdays fall on the same days again. If 28
// years have too many instants, it returns the instants of one leap year.
func someYears(step int64) (first, last int64) {
	from, to := calendar.Day(2000, 1, 1), calendar.Day(2028, 1, 1)
	if (to-from)*(calendar.DaySeconds/step) >= maxMoments {
		to = calendar.Day(2001, 1, 1)
	}
	return from * calendar.DaySeconds, to*calendar.DaySeconds - 1
}

// labelsAt returns the index of the label that an instant has in each field. It returns nil if a label does not occur.
func (f *filler) labelsAt(fields []int, second int64) []int {
	at := make([]int, len(fields))
	for i, field := range fields {
		k, codes := f.keys[field], f.codes[field]
		if k.Null(codes[0]) {
			return nil
		}
		n := k.Calendar().Number(second) - k.Number(codes[0])
		if n < 0 || n >= int64(len(codes)) || k.Null(codes[n]) || k.Number(codes[n]) != n+k.Number(codes[0]) {
			return nil
		}
		at[i] = int(n)
	}
	return at
}

// places returns the labels of the fields that occur together in some node.
func (f *filler) places(fields []int) *moments {
	at := make([]map[uint32]int, len(fields))
	for i, field := range fields {
		at[i] = make(map[uint32]int, len(f.codes[field]))
		for place, code := range f.codes[field] {
			at[i][code] = place
		}
	}
	root, deepest := &moments{}, fields[len(fields)-1]+1
	path := make([]int, len(fields))
	for n := range f.nodes {
		if f.nodes[n].Depth() != deepest {
			continue
		}
		for i, field := range fields {
			path[i] = at[i][f.nodes[f.ancestor(n, field+1)].code]
		}
		root.add(path)
	}
	root.sort()
	return root
}

func (m *moments) add(path []int) {
	for _, place := range path {
		next := m.below[place]
		if next == nil {
			if m.below == nil {
				m.below = map[int]*moments{}
			}
			next = &moments{}
			m.below[place] = next
			m.places = append(m.places, place)
		}
		m = next
	}
}

func (m *moments) has(path []int) bool {
	for _, place := range path {
		if m = m.below[place]; m == nil {
			return false
		}
	}
	return true
}

func (m *moments) sort() {
	slices.Sort(m.places)
	for _, next := range m.below {
		next.sort()
	}
}
