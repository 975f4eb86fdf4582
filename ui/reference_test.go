package ui

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"cardinal/data/calendar"
)

// reference works a pivot out from the raw rows with plain loops, by what the window says it is.
type reference struct {
	said
	under map[string][]line   // rows under each pair of paths
	kids  map[string][]string // labels under each path of an axis that occur, in the order of the labels
	order map[string][]string // those that are shown, in the order in which they are
	shut  func(onRows bool, path []string) bool
}

const blank = "(blank)"

func key(axis string, path []string) string { return axis + strings.Join(path, "\x00") }

func newReference(w said, lines []line, shut func(bool, []string) bool) *reference {
	r := &reference{said: w, under: map[string][]line{}, kids: map[string][]string{}, order: map[string][]string{}, shut: shut}
	for _, l := range lines {
		if !w.passes(l) {
			continue
		}
		rows, cols := r.path(l, w.rows, "r"), r.path(l, w.cols, "c")
		for i := range len(rows) + 1 {
			for j := range len(cols) + 1 {
				k := key("r", rows[:i]) + key("c", cols[:j])
				r.under[k] = append(r.under[k], l)
			}
		}
	}
	for k, labels := range r.kids {
		slices.SortFunc(labels, func(a, b string) int {
			if (a == blank) != (b == blank) {
				return map[bool]int{true: 1, false: -1}[a == blank]
			}
			x, isPart := placeOf(a)
			y, both := placeOf(b)
			if !isPart || !both {
				return cmp.Compare(a, b)
			}
			return cmp.Compare(x, y)
		})
		r.order[k] = labels
	}
	for _, axis := range []string{"r", "c"} {
		r.keep(axis, nil)
		r.sort(axis, nil)
	}
	return r
}

// placeOf is the place of a part of a date among its like: the number itself, or that of the month or the weekday.
func placeOf(label string) (int, bool) {
	if n, err := strconv.Atoi(label); err == nil {
		return n, true
	}
	for _, names := range [][]string{calendar.MonthNames[:], calendar.WeekdayNames[:]} {
		if n := slices.Index(names, label); n >= 0 {
			return n, true
		}
	}
	return 0, false
}

func (r *reference) path(l line, fields []shown, axis string) (path []string) {
	for _, f := range fields {
		label, ok := l.label[f.text]
		if !ok {
			label = blank
		}
		k := key(axis, path)
		if !slices.Contains(r.kids[k], label) {
			r.kids[k] = append(r.kids[k], label)
		}
		path = append(path, label)
	}
	return path
}

func with(path []string, label string) []string { return append(slices.Clone(path), label) }

// keep leaves out what the tops leave out, under a path of an axis.
func (r *reference) keep(axis string, path []string) {
	if len(path) == len(r.fields(axis)) {
		return
	}
	k := key(axis, path)
	if n, by, bottom := r.top(axis, len(path)); n > 0 {
		best := r.ranked(r.kids[k], !bottom, func(l string) *big.Rat {
			rows, cols := sides(axis, with(path, l), nil)
			return r.figure(by, rows, cols)
		})
		best = best[:min(n, len(best))]
		r.order[k] = slices.DeleteFunc(slices.Clone(r.kids[k]), func(l string) bool { return !slices.Contains(best, l) })
	}
	for _, l := range r.order[k] {
		r.keep(axis, with(path, l))
	}
}

// sides are a path of an axis and one across it, as rows and columns.
func sides(axis string, path, across []string) (rows, cols []string) {
	if axis == "c" {
		return across, path
	}
	return path, across
}

// sort sorts what is left.
func (r *reference) sort(axis string, path []string) {
	if len(path) == len(r.fields(axis)) {
		return
	}
	k := key(axis, path)
	for _, l := range r.order[k] {
		r.sort(axis, with(path, l))
	}
	switch o := r.sortOf(axis, len(path)); {
	case o.measure != "":
		r.order[k] = r.ranked(r.order[k], o.desc, func(l string) *big.Rat {
			rows, cols := sides(axis, with(path, l), o.at)
			return r.cell(o.measure, rows, cols)
		})
	case o.desc:
		labels := slices.Clone(r.order[k])
		slices.Reverse(labels)
		if i := slices.Index(labels, blank); i >= 0 {
			labels = append(slices.Delete(labels, i, i+1), blank)
		}
		r.order[k] = labels
	}
}

// ranked sorts labels by figures; those without one come last, equal ones stay.
func (r *reference) ranked(labels []string, desc bool, figure func(string) *big.Rat) []string {
	of := map[string]*big.Rat{}
	for _, l := range labels {
		of[l] = figure(l)
	}
	labels = slices.Clone(labels)
	slices.SortStableFunc(labels, func(a, b string) int {
		x, y := of[a], of[b]
		switch {
		case x == nil || y == nil:
			return map[bool]int{true: 1, false: 0}[x == nil] - map[bool]int{true: 1, false: 0}[y == nil]
		case desc:
			x, y = y, x
		}
		return x.Cmp(y)
	})
	return labels
}

// figure is an aggregate of the rows under two paths, nil where there is none.
func (r *reference) figure(title string, rows, cols []string) *big.Rat {
	lines := r.under[key("r", rows)+key("c", cols)]
	if title == "Number of rows" {
		if len(lines) == 0 && len(rows)+len(cols) > 0 {
			return nil
		}
		return big.NewRat(int64(len(lines)), 1)
	}
	what, column, _ := strings.Cut(title, " of ")
	var values []*big.Rat
	distinct, count := map[string]bool{}, int64(0)
	for _, l := range lines {
		if v := l.figure[column]; v != nil {
			values = append(values, v)
			distinct[v.String()] = true
			count++
		} else if label, ok := l.label[column]; ok {
			distinct[label] = true
			count++
		}
	}
	switch {
	case len(lines) == 0:
		return nil
	case what == "Count":
		return big.NewRat(count, 1)
	case what == "Distinct count":
		return big.NewRat(int64(len(distinct)), 1)
	case len(values) == 0:
		return nil
	}
	slices.SortFunc(values, (*big.Rat).Cmp)
	sum := new(big.Rat)
	for _, v := range values {
		sum.Add(sum, v)
	}
	switch what {
	case "Sum":
		return sum
	case "Average":
		return rounded(sum.Quo(sum, big.NewRat(count, 1)))
	case "Minimum":
		return values[0]
	case "Maximum":
		return values[len(values)-1]
	}
	panic(fmt.Sprintf("no reference for %q", title))
}

// rounded is the nearest float.
func rounded(x *big.Rat) *big.Rat {
	f, _ := x.Float64()
	return new(big.Rat).SetFloat64(f)
}

// cell is a figure as it is shown.
func (r *reference) cell(title string, rows, cols []string) *big.Rat {
	title, show, _ := strings.Cut(title, ", ")
	v := r.figure(title, rows, cols)
	if show == "" || v == nil {
		if show == "running total" {
			return r.beside(title, rows, cols, show)
		}
		return v
	}
	up := func(path []string) []string { return path[:max(0, len(path)-1)] }
	switch show {
	case "% of row":
		return shareOf(v, r.figure(title, rows, nil))
	case "% of column":
		return shareOf(v, r.figure(title, nil, cols))
	case "% of total":
		return shareOf(v, r.figure(title, nil, nil))
	case "% of parent row":
		return shareOf(v, r.figure(title, up(rows), cols))
	case "% of parent column":
		return shareOf(v, r.figure(title, rows, up(cols)))
	}
	return r.beside(title, rows, cols, show)
}

func shareOf(part, whole *big.Rat) *big.Rat {
	if whole == nil || whole.Sign() == 0 {
		return nil
	}
	return rounded(new(big.Rat).Quo(part, whole))
}

// beside is what hangs on the labels under the same parent: the rank among all of them, the running total over those shown.
func (r *reference) beside(title string, rows, cols []string, show string) *big.Rat {
	if len(rows) == 0 || len(r.under[key("r", rows)+key("c", cols)]) == 0 {
		return nil
	}
	parent, own := rows[:len(rows)-1], rows[len(rows)-1]
	v := r.figure(title, rows, cols)
	if show == "rank" {
		rank := int64(1)
		for _, l := range r.kids[key("r", parent)] {
			if o := r.figure(title, with(parent, l), cols); o != nil && o.Cmp(v) > 0 {
				rank++
			}
		}
		return big.NewRat(rank, 1)
	}
	labels := r.order[key("r", parent)]
	if o := r.sortOf("r", len(parent)); o.measure == title+", "+show { // it adds up by label then
		labels = slices.DeleteFunc(slices.Clone(r.kids[key("r", parent)]), func(l string) bool { return !slices.Contains(r.order[key("r", parent)], l) })
	}
	var sum *big.Rat
	for _, l := range labels {
		if o := r.figure(title, with(parent, l), cols); o != nil {
			if sum == nil {
				sum = new(big.Rat)
			}
			sum.Add(sum, o)
		}
		if l == own {
			break
		}
	}
	return sum
}

// stretch is a line of an axis as it is expected: its labels, and the path whose figures stand in it.
type stretch struct {
	labels []string
	path   []string
	note   bool
	closed bool
}

// stretches lays an axis out.
func (r *reference) stretches(axis string, fields int) []stretch {
	if fields == 0 {
		return []stretch{{labels: []string{"All rows"}}}
	}
	var out []stretch
	var walk func(path []string)
	walk = func(path []string) {
		if len(path) == fields {
			out = append(out, stretch{labels: path, path: path})
			return
		}
		if len(path) > 0 && r.shut(axis == "r", path) {
			out = append(out, stretch{labels: path, path: path, closed: true})
			return
		}
		k := key(axis, path)
		for _, l := range r.order[k] {
			walk(with(path, l))
		}
		of := ""
		if left := len(r.kids[k]) - len(r.order[k]); left > 0 {
			out = append(out, stretch{labels: with(path, fmt.Sprintf("%d more not shown", left)), path: path, note: true})
			of = fmt.Sprintf(" of all %d", len(r.kids[k]))
		}
		if len(path) == 0 {
			out = append(out, stretch{labels: []string{"Total" + of}})
		} else {
			labels := slices.Clone(path)
			labels[len(labels)-1] += " total" + of
			out = append(out, stretch{labels: labels, path: path})
		}
	}
	walk(nil)
	return out
}

// check compares the reference with the grid, cell by cell, and returns what differs.
func (r *reference) check() error {
	rows, cols, g, measures := r.stretches("r", len(r.rows)), r.stretches("c", len(r.cols)), r.grid, r.measures()
	wide := g.LabelCols
	starts := make([]int, len(cols)) // the first column of each
	for j, c := range cols {
		if starts[j] = wide; c.note {
			wide++
		} else {
			wide += len(measures)
		}
	}
	if len(rows) != g.Rows-g.HeaderRows || wide != g.Cols {
		return fmt.Errorf("%d rows and %d columns, want %d and %d", g.Rows-g.HeaderRows, g.Cols, len(rows), wide)
	}
	for j, c := range cols {
		for m, title := range measures {
			want := title
			if len(r.cols) > 0 {
				want = strings.Join(append(slices.Clone(c.labels), title), " · ")
			}
			if c.note {
				if want = ""; m > 0 {
					break
				}
			}
			if got := g.Heading(starts[j] + m); got != want {
				return fmt.Errorf("heading %q, want %q", got, want)
			}
		}
	}
	for i, row := range rows {
		at := g.HeaderRows + i
		for f := range g.LabelCols {
			c := g.Cell(at, f)
			want := ""
			if f < len(row.labels) {
				want = row.labels[f]
			}
			if c.Text() != want {
				return fmt.Errorf("row %d, label %d is %q, want %q", i, f, c.Text(), want)
			}
		}
		for j, col := range cols {
			for m, title := range measures {
				if col.note {
					break
				}
				c := g.Cell(at, starts[j]+m)
				var want *big.Rat
				if !row.note {
					want = r.cell(title, row.path, col.path)
				}
				if got, ok := new(big.Rat).SetString(c.Value.String()); ok != (want != nil) || ok && got.Cmp(want) != 0 && rounded(got).Cmp(want) != 0 {
					return fmt.Errorf("%s of %v, %v is %v, want %v", title, row.labels, col.labels, c.Value, want)
				}
			}
		}
	}
	return nil
}
