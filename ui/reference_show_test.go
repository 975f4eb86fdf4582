package ui

import (
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// along returns the axis along which a measure compares labels, or "".
func (r *reference) along(title string) string {
	_, show, _ := strings.Cut(title, ", ")
	if axis, depth := r.alongField(title); depth > 0 {
		return axis
	}
	switch {
	case strings.HasSuffix(show, " rows") || strings.HasSuffix(show, " row") && strings.Contains(show, " from ") ||
		show == "% of previous row" || show == "% of next row":
		return "r"
	case strings.HasSuffix(show, " columns") || strings.HasSuffix(show, " column") &&
		strings.Contains(show, " from ") || show == "% of previous column" || show == "% of next column":
		return "c"
	}
	return r.based[title] // the words do not say along which axis a base label is
}

// cell returns a figure as it is shown.
func (r *reference) cell(full string, rows, cols []string) *big.Rat {
	title, show, _ := strings.Cut(full, ", ")
	v := r.figure(title, rows, cols)
	up := func(path []string) []string { return path[:max(0, len(path)-1)] }
	switch show {
	case "":
		return v
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
	case "index":
		all, across, down := r.figure(title, nil, nil), r.figure(title, rows, nil), r.figure(title, nil, cols)
		if v == nil || all == nil || across == nil || down == nil {
			return nil
		}
		return shareOf(new(big.Rat).Mul(v, all), new(big.Rat).Mul(across, down))
	}
	axis := r.along(full)
	path, across := rows, cols
	if axis == "c" {
		path, across = cols, rows
	}
	if len(path) == 0 {
		return nil // nothing is beside the grand total
	}
	at := func(path []string) *big.Rat {
		rows, cols := sides(axis, path, across)
		return r.figure(title, rows, cols)
	}
	if _, depth := r.alongField(full); depth > 0 {
		return r.cellAlong(full, show, v, axis, depth, path, at)
	}
	switch {
	case strings.HasPrefix(show, "rank "):
		return r.rank(axis, path, v, at, strings.HasPrefix(show, "rank largest"))
	case strings.HasPrefix(show, "running "):
		return r.running(full, axis, path, at)
	case strings.HasPrefix(show, "moving average "):
		parent := up(path)
		return movingMean(title, show, r.beside(full, axis, parent), path[len(path)-1], func(l string) *big.Rat {
			return at(with(parent, l))
		})
	case strings.HasPrefix(show, "% running "):
		return shareOf(r.running(full, axis, path, at), at(up(path)))
	}
	base, found := r.base(full, show, axis, path, at)
	if !found {
		return nil
	}
	return compared(title, show, v, base)
}

func shareOf(part, whole *big.Rat) *big.Rat {
	if part == nil || whole == nil || whole.Sign() == 0 {
		return nil
	}
	return rounded(new(big.Rat).Quo(part, whole))
}

// rank counts the labels beside a label whose figures come before its own. Those that are left out count.
// Others has no rank among them, and the labels below it have one among each other.
func (r *reference) rank(axis string, path []string, v *big.Rat, at func([]string) *big.Rat, largest bool) *big.Rat {
	if v == nil || path[len(path)-1] == others {
		return nil
	}
	parent, rank := path[:len(path)-1], int64(1)
	for _, l := range r.kids[key(axis, parent)] {
		if o := at(with(parent, l)); o != nil && (o.Cmp(v) > 0) == largest && o.Cmp(v) != 0 {
			rank++
		}
	}
	return big.NewRat(rank, 1)
}

// beside returns the labels under a parent in the order in which a measure goes through them: by label if the measure
// sorts them.
func (r *reference) beside(full, axis string, parent []string) []string {
	k := key(axis, parent)
	if r.sortOf(axis, len(parent)).measure == full {
		return r.kept[k]
	}
	return r.order[k]
}

// running adds up the figures of the labels beside up to the last one of a path, nil before the first figure.
func (r *reference) running(full, axis string, path []string, at func([]string) *big.Rat) (sum *big.Rat) {
	parent, own := path[:len(path)-1], path[len(path)-1]
	for _, l := range r.beside(full, axis, parent) {
		if o := at(with(parent, l)); o != nil {
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

// movingMean returns the mean of the figures of the last labels up to one. A missing figure counts as 0 if figures
// add up. It returns nil for Others, and if no label has a figure.
func movingMean(title, show string, labels []string, own string, at func(label string) *big.Rat) *big.Rat {
	n, err := strconv.Atoi(strings.Fields(show)[3])
	i := slices.Index(labels, own)
	if err != nil || own == others || i < 0 {
		return nil
	}
	labels = labels[max(0, i+1-n) : i+1]
	sum, figures := new(big.Rat), 0
	for _, l := range labels {
		if v := at(l); v != nil {
			sum.Add(sum, v)
			figures++
		}
	}
	if figures == 0 {
		return nil
	}
	if addsUp(title) {
		figures = len(labels)
	}
	return rounded(sum.Quo(sum, big.NewRat(int64(figures), 1)))
}

// addsUp reports whether the figures of a measure add up.
func addsUp(title string) bool {
	return strings.HasPrefix(title, "Sum ") || strings.HasPrefix(title, "Count ") || title == "Number of rows"
}

// base returns the figure that a figure is compared with; found is false if there is none.
func (r *reference) base(full, show, axis string, path []string, at func([]string) *big.Rat) (v *big.Rat, found bool) {
	parent, own := path[:len(path)-1], path[len(path)-1]
	by := map[bool]int{strings.Contains(show, " previous "): -1, strings.Contains(show, " next "): 1}[true]
	if by != 0 {
		labels := slices.DeleteFunc(slices.Clone(r.beside(full, axis, parent)), func(l string) bool {
			return l == others
		})
		i := slices.Index(labels, own)
		if i < 0 || i+by < 0 || i+by >= len(labels) {
			return nil, false
		}
		return at(with(parent, labels[i+by])), true
	}
	_, label, _ := strings.Cut(show, map[bool]string{true: "% of ", false: "ifference from "}[strings.HasPrefix(show,
		"% of ")])
	all := r.sets[axis] // every row that passes
	for depth := range r.fields(axis) {
		occurs := false
		for i, l := range r.lines {
			occurs = occurs || all.has(i) && r.labelOf(l, axis, depth) == label
		}
		if !occurs {
			continue
		}
		if depth >= len(path) || path[depth] == label && !strings.HasPrefix(show, "% of ") {
			return nil, false
		}
		to := slices.Clone(path)
		to[depth] = label
		if !r.comparable(axis, path, depth, label) {
			return nil, false
		}
		return at(to), !r.under(axis, to).empty()
	}
	return nil, false
}
