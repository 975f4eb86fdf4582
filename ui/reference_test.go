package ui

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"cardinal/data/number/calendar"
)

// reference works a pivot out from the raw rows with plain loops, by what the window says it is.
type reference struct {
	said
	lines []line
	sets  map[string]rowset   // rows under each path of an axis
	kids  map[string][]string // labels under each path of an axis that occur, in the order of the labels
	kept  map[string][]string // those that are shown, in the order of the labels
	order map[string][]string // those that are shown, in the order in which they are
	known map[string]*big.Rat // figures
	shut  func(onRows bool, path []string) bool
	cells []place // of figures, as check finds them
}

// place is where a figure stands, and the paths whose rows it is of.
type place struct {
	row, col     int
	rows, across []string
}

// rowset is a set of up to 128 rows.
type rowset [2]uint64

func (s *rowset) add(row int)        { s[row/64] |= 1 << (row % 64) }
func (s rowset) and(o rowset) rowset { return rowset{s[0] & o[0], s[1] & o[1]} }
func (s rowset) or(o rowset) rowset  { return rowset{s[0] | o[0], s[1] | o[1]} }
func (s rowset) has(row int) bool    { return s[row/64]>>(row%64)&1 == 1 }
func (s rowset) empty() bool         { return s == rowset{} }

const (
	blank  = "(blank)"
	others = "Others" // no label of the raw rows
)

func key(axis string, path []string) string { return axis + strings.Join(path, "\x00") }

func newReference(w said, lines []line, shut func(bool, []string) bool) *reference {
	r := &reference{said: w, lines: lines, sets: map[string]rowset{}, kids: map[string][]string{},
		kept: map[string][]string{}, known: map[string]*big.Rat{}, shut: shut}
	var all rowset
	for i, l := range lines {
		if w.passes(l) {
			all.add(i)
		}
	}
	for _, axis := range []string{"r", "c"} {
		r.sets[axis] = all
	}
	for _, axis := range []string{"r", "c"} {
		r.keep(axis, nil)
	}
	r.order = maps.Clone(r.kept)
	axes := []string{"r", "c"}
	if r.rowsFollowCols() {
		axes = []string{"c", "r"}
	}
	for _, axis := range axes {
		r.sort(axis, nil)
	}
	return r
}

// rowsFollowCols reports whether rows are sorted by a measure that goes by the order of the columns.
func (r *reference) rowsFollowCols() bool {
	for f := range r.rows {
		if o := r.sortOf("r", f); o.measure != "" && r.along(o.measure) == "c" {
			return true
		}
	}
	return false
}

// under returns the rows under a path of an axis. Each label of the path occurs or is Others.
func (r *reference) under(axis string, path []string) rowset {
	if set, known := r.sets[key(axis, path)]; known {
		return set
	}
	n := len(path) - 1
	var set rowset
	for i, l := range r.lines {
		if r.labelOf(l, axis, n) == path[n] {
			set.add(i)
		}
	}
	set = set.and(r.under(axis, path[:n]))
	r.sets[key(axis, path)] = set
	return set
}

// labelOf returns the label of a row in a field of an axis.
func (r *reference) labelOf(l line, axis string, field int) string {
	if label, ok := l.label[r.fields(axis)[field].text]; ok {
		return label
	}
	return blank
}

// groups are the names of groups made by hand, in their order.
var groups = []string{"Zone", "Area", "Sea", "Rest"}

// compareLabels compares labels: groups made by hand come before labels in no group, and blank comes last.
func compareLabels(a, b string) int {
	if x, y := slices.Index(groups, a), slices.Index(groups, b); x >= 0 || y >= 0 {
		return cmp.Compare(uint(x), uint(y))
	}
	return compareNaturally(a, b)
}

// compareNaturally compares labels in the natural order, blank last.
func compareNaturally(a, b string) int {
	if (a == blank) != (b == blank) {
		return map[bool]int{true: 1, false: -1}[a == blank]
	}
	x, isPart := placeOf(a)
	y, both := placeOf(b)
	if !isPart || !both {
		return cmp.Compare(a, b)
	}
	return cmp.Compare(x, y)
}

// placeOf returns the position of a label among its like: the number of a part of a date, of the month or the
// weekday, or the lower edge of a bin. It returns false for a plain text.
func placeOf(label string) (int, bool) {
	if low, _, bin := strings.Cut(label, " to "); bin {
		edge, err := strconv.ParseFloat(low, 64)
		return int(math.Round(edge * 100)), err == nil
	}
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

func with(path []string, label string) []string { return append(slices.Clone(path), label) }

// keep finds the labels under a path of an axis, and leaves out what the tops leave out.
func (r *reference) keep(axis string, path []string) {
	if len(path) == len(r.fields(axis)) {
		return
	}
	k, set := key(axis, path), r.under(axis, path)
	for i, l := range r.lines {
		if label := r.labelOf(l, axis, len(path)); set.has(i) && !slices.Contains(r.kids[k], label) {
			r.kids[k] = append(r.kids[k], label)
		}
	}
	slices.SortFunc(r.kids[k], compareLabels)
	r.kept[k] = r.kids[k]
	total := func(by string) func(l string) *big.Rat {
		return func(l string) *big.Rat {
			rows, cols := sides(axis, with(path, l), nil)
			return r.figure(by, rows, cols)
		}
	}
	conditions := r.conditions(axis, len(path))
	if amount, by, bottom := r.top(axis, len(path)); amount != "" || len(conditions) > 0 {
		best := slices.Clone(r.kids[k])
		for _, c := range conditions {
			best = slices.DeleteFunc(best, func(l string) bool { return !c.passes(total(c.by)(l)) })
		}
		if amount != "" {
			best = upTo(r.ranked(best, !bottom, total(by)), amount, total(by))
		}
		var left rowset
		r.kept[k] = nil
		for _, l := range r.kids[k] {
			if slices.Contains(best, l) {
				r.kept[k] = append(r.kept[k], l)
			} else {
				left = left.or(r.under(axis, with(path, l)))
			}
		}
		if r.hasOthers(axis, len(path)) && !left.empty() {
			r.kept[k] = append(r.kept[k], others)
			r.sets[key(axis, with(path, others))] = left
		}
	}
	for _, l := range r.kept[k] {
		r.keep(axis, with(path, l))
	}
}

// upTo returns the first labels, as many as an amount says: 3, 80% of the total, or sum 1000.
func upTo(labels []string, amount string, figure func(l string) *big.Rat) []string {
	if n, err := strconv.Atoi(amount); err == nil {
		return labels[:min(n, len(labels))]
	}
	text, share := strings.CutSuffix(strings.TrimPrefix(amount, "sum "), "%")
	goal, _ := new(big.Rat).SetString(text)
	sum, total := new(big.Rat), new(big.Rat)
	for _, l := range labels {
		if v := figure(l); v != nil {
			total.Add(total, v)
		}
	}
	if share && total.Sign() == 0 {
		return labels
	}
	for i, l := range labels {
		if v := figure(l); v != nil {
			sum.Add(sum, v)
		}
		reached := new(big.Rat).Set(sum)
		if share {
			reached.Quo(reached, total).Mul(reached, big.NewRat(100, 1))
		}
		if reached.Cmp(goal) >= 0 {
			return labels[:i+1]
		}
	}
	return labels
}

// sides returns a path of an axis and one of the other axis, as rows and columns.
func sides(axis string, path, across []string) (rows, cols []string) {
	if axis == "c" {
		return across, path
	}
	return path, across
}

// sort sorts the remaining labels from the outside in. Others comes last.
func (r *reference) sort(axis string, path []string) {
	if len(path) == len(r.fields(axis)) {
		return
	}
	k := key(axis, path)
	labels := slices.DeleteFunc(slices.Clone(r.kept[k]), func(l string) bool { return l == others })
	switch o := r.sortOf(axis, len(path)); {
	case o.measure != "":
		by := func(figure func(title string, rows, cols []string) *big.Rat, title string) {
			labels = r.ranked(labels, o.desc, func(l string) *big.Rat {
				rows, cols := sides(axis, with(path, l), o.at)
				return figure(title, rows, cols)
			})
		}
		unshown, _, _ := strings.Cut(o.measure, ", ")
		by(r.figure, unshown) // decides between figures that are shown as equal
		by(r.cell, o.measure)
	case len(o.hand) > 0:
		place := func(l string) int {
			if at := slices.Index(o.hand, l); at >= 0 {
				return at
			}
			return len(o.hand)
		}
		slices.SortStableFunc(labels, func(a, b string) int { return place(a) - place(b) })
	case o.desc || o.natural:
		if o.natural {
			slices.SortFunc(labels, compareNaturally)
		}
		if o.desc {
			slices.Reverse(labels)
		}
		if i := slices.Index(labels, blank); i >= 0 {
			labels = append(slices.Delete(labels, i, i+1), blank)
		}
	}
	if len(labels) < len(r.kept[k]) {
		labels = append(labels, others)
	}
	r.order[k] = labels
	for _, l := range r.kept[k] {
		r.sort(axis, with(path, l))
	}
}

// ranked sorts labels by figures. Labels without a figure come last, and equal ones keep their order.
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

// stretch is a line of an axis as it is expected: its labels, and the path whose figures stand in it.
type stretch struct {
	labels []string
	path   []string
	note   bool
	total  bool
	closed bool
}

// stretches lays an axis out.
func (r *reference) stretches(axis string) []stretch {
	fields := r.fields(axis)
	if len(fields) == 0 {
		return []stretch{{labels: []string{"All rows"}}}
	}
	var out []stretch
	var walk func(path []string)
	walk = func(path []string) {
		if len(path) == len(fields) {
			out = append(out, stretch{labels: path, path: path})
			return
		}
		if len(path) > 0 && r.shut(axis == "r", path) {
			out = append(out, stretch{labels: path, path: path, closed: true})
			return
		}
		k := key(axis, path)
		left := 0
		if !slices.Contains(r.kept[k], others) {
			left = len(r.kids[k]) - len(r.kept[k])
		}
		total := stretch{labels: []string{"Total"}, path: path, total: true}
		shown := r.grand[axis]
		if len(path) > 0 {
			total.labels = slices.Clone(path)
			total.labels[len(path)-1] += " total"
			shown = !slices.Contains(r.plain, fields[len(path)-1].text)
		}
		if left > 0 {
			total.labels[len(total.labels)-1] += fmt.Sprintf(" of all %d", len(r.kids[k]))
		}
		if shown && r.layout.TotalsFirst {
			out = append(out, total)
		}
		for _, l := range r.order[k] {
			walk(with(path, l))
		}
		if left > 0 {
			text := fmt.Sprintf("%d more not shown", left)
			if left == len(r.kids[k]) {
				text = fmt.Sprintf("none of %d shown: ", left) + r.conditionsText(axis, len(path))
			}
			out = append(out, stretch{labels: with(path, text), path: path, note: true})
		}
		if shown && !r.layout.TotalsFirst {
			out = append(out, total)
		}
	}
	walk(nil)
	return out
}

// down reports whether several measures stand below each other.
func (w said) down() bool { return w.layout.ValuesOnRows && len(w.measures()) > 1 }

// check compares the reference with the grid, cell by cell, and returns what differs.
func (r *reference) check() error {
	rows, cols, g, measures := r.stretches("r"), r.stretches("c"), r.grid, r.measures()
	across, beside := measures, []string{""} // the measures that are columns, and those that are lines
	if r.down() {
		across, beside = []string{""}, measures
		if len(r.rows) == 0 {
			rows[0].labels = nil
		}
	}
	wide := g.LabelCols
	starts := make([]int, len(cols)) // the first column of each
	for j, c := range cols {
		if starts[j] = wide; c.note {
			wide++
		} else {
			wide += len(across)
		}
	}
	high := g.HeaderRows
	for _, row := range rows {
		if high++; !row.note {
			high += len(beside) - 1
		}
	}
	if high != g.Rows || wide != g.Cols {
		return fmt.Errorf("%d rows and %d columns, want %d and %d", g.Rows, g.Cols, high, wide)
	}
	for j, c := range cols {
		for m, title := range across {
			var parts []string
			if len(r.cols) > 0 {
				parts = slices.Clone(c.labels)
			}
			if !r.down() {
				parts = append(parts, title)
			}
			want := strings.Join(parts, " · ")
			if len(parts) == 0 {
				want = "Value"
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
	at := g.HeaderRows
	for i, row := range rows {
		for n, named := range beside {
			if row.note && n > 0 {
				break
			}
			for f := range g.LabelCols {
				c := g.Cell(at, f)
				want := ""
				switch {
				case f < len(row.labels):
					want = row.labels[f]
				case r.down() && f == g.LabelCols-1 && !row.note:
					want = named
				}
				if c.Text() != want {
					return fmt.Errorf("row %d, label %d is %q, want %q", i, f, c.Text(), want)
				}
				if want != "" && f < len(row.labels) && len(r.rows) > 0 && !r.layout.RepeatLabels &&
					c.Blank != r.again(rows, i, n, f) || r.layout.RepeatLabels && c.Blank {
					return fmt.Errorf("row %d: whether label %d, %q, is left blank is %v", i, f, want, c.Blank)
				}
			}
			for j, col := range cols {
				for m, title := range across {
					if col.note {
						break
					}
					if r.down() {
						title = named
					}
					c := g.Cell(at, starts[j]+m)
					if !row.note {
						r.cells = append(r.cells, place{at, starts[j] + m, row.path, col.path})
					}
					var want *big.Rat
					if !row.note {
						want = r.cell(title, row.path, col.path)
					}
					if got, ok := new(big.Rat).SetString(c.Value.String()); ok != (want != nil) ||
						ok && got.Cmp(want) != 0 && rounded(got).Cmp(rounded(want)) != 0 {
						return fmt.Errorf("%s of %v, %v is %v, want %v", title, row.labels, col.labels, c.Value, want)
					}
				}
			}
			at++
		}
	}
	return nil
}

// again reports whether a label of line i, whose measure is number n there, stands in the line before, too.
func (r *reference) again(rows []stretch, i, n, f int) bool {
	row := rows[i]
	switch {
	case n > 0:
		return true
	case i == 0 || f >= len(row.path) || row.total && f == len(row.path)-1:
		return false
	}
	before := rows[i-1]
	return len(before.path) > f && slices.Equal(before.path[:f+1], row.path[:f+1]) &&
		!(before.total && len(before.path) == f+1)
}
