package unpivot

import (
	"fmt"
	"slices"
	"strings"

	"cardinal/data"
	"cardinal/data/number/calendar"
	"cardinal/internal/each"
	"cardinal/internal/lazyregexp"
)

var (
	yearPart    = lazyregexp.New(`^(19|20)[0-9]{2}$`)
	wholePart   = lazyregexp.New(`^[0-9]+$`)
	quarterPart = lazyregexp.New(`^(?i:[QT][1-4]|[1-4][QT])$`)
	numberPart  = lazyregexp.New(`^[0-9]{2}$`)
)

// parted is a group of neighbouring columns whose names have the same number of parts. The part at one position is a
// year or a quarter in all names.
type parted struct {
	columns []*data.Column
	parts   [][]string // of each name
	sign    string     // between the parts
}

// longestParted returns the longest stretch of columns with one kind of values and with names in parts. If stretches
// are equally long, it returns the stretch whose sign is tried first.
func longestParted(columns []*data.Column) (longest parted) {
	last := -1 // index of its last column
	for _, sign := range betweenParts {
		var now parted
		var anchors []bool
		for i, c := range columns {
			cut := strings.Split(c.Name, sign)
			is := make([]bool, len(cut))
			for p, part := range cut {
				cut[p] = strings.TrimSpace(part)
				is[p] = yearPart().MatchString(cut[p]) || quarterPart().MatchString(cut[p])
			}
			// the same date twice
			twice := sign == "-" && len(cut) == 3 && numberPart().MatchString(cut[1]) && !numberPart().MatchString(cut[2])
			if slices.Contains(cut, "") || len(cut) == 1 || twice {
				is = nil
			}
			goesOn := len(now.parts) > 0 && len(cut) == len(anchors) && (c.Type == columns[i-1].Type ||
				c.Type.Numeric() && columns[i-1].Type.Numeric())
			if goesOn {
				both := each.Times(len(is), func(p int) bool { return is[p] && anchors[p] })
				if goesOn = slices.Contains(both, true); goesOn {
					is = both
				}
			}
			if !goesOn {
				now = parted{sign: sign}
			}
			if anchors = is; slices.Contains(is, true) {
				now.columns, now.parts = append(now.columns, c), append(now.parts, cut)
			}
			if len(now.columns) > len(longest.columns) {
				longest, last = now, i
			}
		}
	}
	first := last - len(longest.columns)
	if first >= 0 && longest.continuesNumbering(columns[first]) || last+1 < len(columns) &&
		longest.continuesNumbering(columns[last+1]) {
		return parted{}
	}
	return longest
}

// continuesNumbering reports whether a neighbour's name has a number that is no year where the names of p have years.
// The names are then numbered, as in a_1899, a_1900.
func (p parted) continuesNumbering(neighbour *data.Column) bool {
	cut := strings.Split(neighbour.Name, p.sign)
	if len(p.parts) == 0 || len(cut) != len(p.parts[0]) {
		return false
	}
	for at := range cut {
		if p.allParts(at, yearPart().MatchString) && wholePart().MatchString(cut[at]) && !yearPart().MatchString(cut[at]) {
			return true
		}
	}
	return false
}

// kinds names the parts: year, quarter, month or name. Names that are dates, or months such as 2024-01, count as one
// part.
func (p parted) kinds() (kinds []string) {
	if p.sign == "-" && p.allParts(0, yearPart().MatchString) && p.allParts(1, numberPart().MatchString) {
		switch n := len(p.parts[0]); {
		case n == 2:
			return []string{"month"}
		case n == 3 && p.allParts(2, numberPart().MatchString):
			return []string{"date"}
		}
	}
	for at := range p.parts[0] {
		kind := "name"
		switch {
		case p.allParts(at, yearPart().MatchString):
			kind = "year"
		case p.allParts(at, quarterPart().MatchString):
			kind = "quarter"
		case p.areMonths(at):
			kind = "month"
		}
		kinds = append(kinds, kind)
	}
	return kinds
}

func (p parted) allParts(at int, is func(string) bool) bool {
	return !slices.ContainsFunc(p.parts, func(parts []string) bool { return !is(parts[at]) })
}

func (p parted) areMonths(at int) bool {
	var texts []string
	for _, parts := range p.parts {
		texts = each.Add(texts, parts[at])
	}
	return calendar.AreMonths(texts)
}

// newNames returns the names of the new columns for parts of some kinds and for the values. Taken names are avoided.
func newNames(kinds, taken []string) (names []string) {
	for _, kind := range append(slices.Clip(kinds), "value") {
		names = append(names, freeName(kind, slices.Concat(taken, names)))
	}
	return names
}

// partsNote returns a sentence on the parts of the columns' names if the spec names no columns for them; else "".
func (s Spec) partsNote(columns, others []*data.Column) string {
	plain, _ := Parse("x")
	if !slices.Equal(s.Names(), plain.Names()) {
		return ""
	}
	p := longestParted(columns)
	if len(p.columns) < len(columns) || len(columns) < 2 {
		return ""
	}
	kinds := p.kinds()
	if len(kinds) < 2 {
		return ""
	}
	return fmt.Sprintf("the names of these columns have parts: write as %s behind the columns to give each part a "+
		"column of its own", strings.Join(newNames(kinds, data.Names(others)), ", "))
}
