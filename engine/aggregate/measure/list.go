package measure

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"cardinal/data"
	"cardinal/engine/query"
)

var labels = Aggregate{
	Aggregate: query.Aggregate{
		Func: query.Labels, Title: "List", Help: "the distinct values in their order, a comma between two; 32,767 " +
			"characters at most, and the number of values left out", Menu: query.Picks, Place: 5,
		Takes: query.AnyColumns, Offered: query.AnyColumns, Result: query.List, InUnit: true, Within: true,
	},
	bind: func(p *Plan, _ Source, m *measure) error {
		at := m.use(p, Kind{Op: OpValues, Column: m.x})
		place := p.statistic(at, statistic{kind: listStatistic})
		m.at = func(v *Values, g int, _ int64) data.Value {
			var texts []string
			switch a := v.accs[at].(type) {
			case *statistics[uint32]:
				texts = labelsOf(v, m.x, a.back, *a.lists.entry(g))
			case *statistics[uint64]:
				texts = labelsOf(v, m.x, a.back, *a.lists.entry(g))
			}
			return data.TextValue(Listed(texts, int(v.results[at][place].entry(g).int.Lo), between))
		}
		return nil
	},
}

// labelsOf returns the texts of the values of a list, in the order of the column's labels.
func labelsOf[V uint32 | uint64](v *Values, c *data.Column, back func(V) data.Value, values []V) []string {
	labels := make([]string, len(values))
	if c.Dict == nil {
		for i, value := range values {
			labels[i] = back(value).String()
		}
		return labels
	}
	codes := make([]uint32, len(values))
	for i, rank := range values {
		codes[i] = v.byRank[c][rank]
	}
	if places := c.Dict.Places(); places != nil {
		slices.SortStableFunc(codes, func(a, b uint32) int { return cmp.Compare(places[a], places[b]) })
	}
	for i, code := range codes {
		labels[i] = c.Dict.Values[code]
	}
	return labels
}

const (
	// maxListed is the largest number of UTF-16 units in a cell of a workbook.
	maxListed = 32_767
	// mostListed is the largest number of values that may have labels in a list. Even an empty label takes a comma
	// and a space.
	mostListed = maxListed/2 + 1
)

// Listed joins the first of n labels so that they fit a cell of a workbook, and says how many are left out: a, b, …
// and 7 more. between has two characters.
func Listed(labels []string, n int, between string) string {
	length := 2 * max(0, n-1)
	for _, label := range labels {
		length += units(label)
	}
	if len(labels) == n && length <= maxListed {
		return strings.Join(labels, between)
	}
	fits, before := 0, 0 // before is the length of the labels so far, each with a comma and a space
	for i, label := range labels[:min(len(labels), n-1)] {
		if before += units(label) + 2; before+units(leftOut(n-i-1)) <= maxListed {
			fits = i + 1
		}
	}
	return strings.Join(append(labels[:fits:fits], leftOut(n-fits)), between)
}

// Unlisted splits a list of numbers or dates. No label of such a list contains a comma before a space. missing is the
// number of labels that the list leaves out.
func Unlisted(list string) (labels []string, missing int) {
	labels = strings.Split(list, between)
	last := len(labels) - 1
	if text, is := strings.CutPrefix(labels[last], leftOutBegins); is {
		missing, _ = strconv.Atoi(strings.TrimSuffix(text, leftOutEnds))
		labels = labels[:last]
	}
	return labels, missing
}

// The texts in a list besides its labels.
const (
	between                    = ", "
	leftOutBegins, leftOutEnds = "… and ", " more"
)

func leftOut(n int) string { return leftOutBegins + strconv.Itoa(n) + leftOutEnds }

// units returns the length of a text in UTF-16 code units.
func units(s string) (n int) {
	for _, r := range s {
		n++
		if r > 0xffff {
			n++
		}
	}
	return n
}

// lists has the distinct values of each group's list, ascending, in chunks like results.
type lists[V uint32 | uint64] [][][]V

func (l lists[V]) entry(g int) *[]V { return &l[g/resultChunk][g%resultChunk] }

// asksList reports whether one of the statistics is a list.
func asksList(of []statistic) bool {
	return slices.ContainsFunc(of, func(s statistic) bool { return s.kind == listStatistic })
}

// keptValues returns how many values of a group are kept for its list: all of them if the texts have a declared
// order.
func (a *statistics[V]) keptValues(n int) int {
	if a.column.Dict != nil && a.column.Dict.Places() != nil {
		return n
	}
	return min(n, mostListed)
}

// keep sets the list of a group from its sorted values, and returns the number of distinct values.
func (a *statistics[V]) keep(g int, sorted []V) result {
	n := distinctOf(sorted)
	values := make([]V, 0, a.keptValues(int(n)))
	for i, v := range sorted {
		if len(values) == cap(values) {
			break
		}
		if i == 0 || v != sorted[i-1] {
			values = append(values, v)
		}
	}
	*a.lists.entry(g) = values
	return distinctResult(n)
}

// keepCounted works like keep, for counted values.
func (a *statistics[V]) keepCounted(g int, c *counted[V]) result {
	n := 0
	for _, rows := range c.counts {
		if rows > 0 {
			n++
		}
	}
	values := make([]V, 0, a.keptValues(n))
	for i, rows := range c.counts {
		if rows > 0 && len(values) < cap(values) {
			values = append(values, c.value(i))
		}
	}
	*a.lists.entry(g) = values
	return distinctResult(int64(n))
}

// listBytes is the approximate memory of a list per row, if few rows of a group share a value.
const listBytes = 8
