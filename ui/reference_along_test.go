package ui

import (
	"math/big"
	"slices"
	"strings"
)

// alongField returns the field that a way to show goes along: its axis, and the number of labels down to it. axis is
// "" if the way goes along an axis.
func (r *reference) alongField(full string) (axis string, depth int) {
	_, show, _ := strings.Cut(full, ", ")
	longest := 0
	for _, a := range []string{"r", "c"} {
		for i, f := range r.fields(a) {
			for _, way := range []string{"previous ", "next ", "along ", "of parent ", " of "} {
				if len(f.text) > longest && strings.HasSuffix(show, way+f.text) {
					axis, depth, longest = a, i+1, len(f.text)
				}
			}
		}
	}
	return axis, depth
}

// cellAlong returns a figure that is shown along a field.
func (r *reference) cellAlong(full, show string, v *big.Rat, axis string, depth int, path []string,
	at func([]string) *big.Rat) *big.Rat {
	title, _, _ := strings.Cut(full, ", ")
	if len(path) < depth {
		return nil
	}
	if strings.HasPrefix(show, "% of parent ") {
		return shareOf(v, at(path[:depth]))
	}
	parent, own := path[:depth-1], path[depth-1]
	to := func(label string) []string {
		to := slices.Clone(path)
		to[depth-1] = label
		return to
	}
	shown := func(path []string) bool {
		for i := range path {
			if !slices.Contains(r.kept[key(axis, path[:i])], path[i]) {
				return false
			}
		}
		return true
	}
	labels := r.beside(full, axis, parent)
	if strings.HasPrefix(show, "moving average ") {
		if slices.Contains(path[depth-1:], others) {
			return nil
		}
		return movingMean(title, show, labels, own, func(l string) *big.Rat {
			if !shown(to(l)) {
				return nil
			}
			return at(to(l))
		})
	}
	if strings.Contains(show, "running ") {
		var sum *big.Rat
		total := new(big.Rat)
		for _, l := range labels {
			if !shown(to(l)) {
				continue
			}
			if o := at(to(l)); o != nil {
				if sum == nil {
					sum = new(big.Rat)
				}
				sum.Add(sum, o)
			}
			if l == own {
				break
			}
		}
		if !strings.HasPrefix(show, "% ") {
			return sum
		}
		for _, l := range r.kids[key(axis, parent)] {
			if o := at(to(l)); o != nil {
				total.Add(total, o)
			}
		}
		return shareOf(sum, total)
	}
	var base *big.Rat
	by := map[bool]int{strings.Contains(show, "previous "): -1, strings.Contains(show, "next "): 1}[true]
	if by != 0 {
		if slices.Contains(path[depth-1:], others) {
			return nil
		}
		labels = slices.DeleteFunc(slices.Clone(labels), func(l string) bool { return l == others })
		i := slices.Index(labels, own) + by
		if i < 0 || i >= len(labels) || !shown(to(labels[i])) {
			return nil
		}
		base = at(to(labels[i]))
	} else {
		_, label, _ := strings.Cut(show, map[bool]string{true: "% of ",
			false: "ifference from "}[strings.HasPrefix(show, "% of ")])
		label = strings.TrimSuffix(label, " of "+r.fields(axis)[depth-1].text)
		if label == own && !strings.HasPrefix(show, "% of ") {
			return nil
		}
		if !r.comparable(axis, path, depth-1, label) || r.under(axis, to(label)).empty() {
			return nil
		}
		base = at(to(label))
	}
	return compared(title, show, v, base)
}

// comparable reports whether what stands at the end of a path can be compared with a base label in the place of
// the label at a depth. Others there are compared with a label that is shown, and Others further in are merged
// from other labels.
func (r *reference) comparable(axis string, path []string, depth int, label string) bool {
	return !slices.Contains(path[depth+1:], others) && (path[depth] != others ||
		slices.Contains(r.kept[key(axis, path[:depth])], label))
}

// compared returns a figure compared with another one.
func compared(title, show string, v, base *big.Rat) *big.Rat {
	adds := addsUp(title)
	switch {
	case strings.HasPrefix(show, "% of "):
		return shareOf(v, base)
	case v == nil && base == nil || !adds && (v == nil || base == nil):
		return nil
	}
	difference := new(big.Rat)
	if v != nil {
		difference.Set(v)
	}
	if base != nil {
		difference.Sub(difference, base)
	}
	if strings.HasPrefix(show, "% ") {
		return shareOf(difference, base)
	}
	return difference
}
