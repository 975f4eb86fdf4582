package ui

import (
	"fmt"
	"math/big"
	"strings"
)

// bound is a condition on a figure, as the note of a chip says it.
type bound struct {
	text      string
	by, op    string
	low, high *big.Rat
}

// conditions reads the conditions of a field.
func (w said) conditions(axis string, field int) (all []bound) {
	for _, part := range strings.Split(w.fields(axis)[field].note, "  ") {
		for _, op := range []string{"<=", ">=", "<>", "<", ">", "="} {
			by, text, is := strings.Cut(part, " "+op+" ")
			if _, end, where := strings.Cut(text, " "+op+" "); where { // behind a condition of the measure
				by, text = strings.TrimSuffix(part, " "+op+" "+end), end
			}
			if n, ok := new(big.Rat).SetString(text); is && ok {
				all = append(all, bound{text: part, by: by, op: op, low: n})
				break
			}
		}
		if head, high, is := strings.Cut(part, " to "); is {
			at := strings.LastIndex(head, " ")
			low, ok := new(big.Rat).SetString(head[at+1:])
			if most, also := new(big.Rat).SetString(high); ok && also {
				all = append(all, bound{fmt.Sprintf("(%s >= %[2]s and %[1]s <= %[3]s)", head[:at], head[at+1:], high),
					head[:at], "to", low, most})
			}
		}
	}
	return all
}

// conditionsText returns the conditions of a field in words.
func (w said) conditionsText(axis string, field int) string {
	var texts []string
	for _, c := range w.conditions(axis, field) {
		texts = append(texts, c.text)
	}
	return strings.Join(texts, " and ")
}

// passes reports whether a figure passes. A missing one does not.
func (b bound) passes(v *big.Rat) bool {
	if v == nil {
		return false
	}
	order := v.Cmp(b.low)
	switch b.op {
	case "<":
		return order < 0
	case "<=":
		return order <= 0
	case ">":
		return order > 0
	case ">=":
		return order >= 0
	case "=":
		return order == 0
	case "<>":
		return order != 0
	}
	return order >= 0 && v.Cmp(b.high) <= 0
}

// passesRange reads the chip of a range of numbers, or of a part of a text.
func passesRange(text string, l line) (passes, is bool) {
	for _, way := range []string{" ≥ ", " ≤ ", ": "} {
		column, text, is := strings.Cut(text, way)
		if !is || column != "units" && column != "price" {
			continue
		}
		if text == "all" {
			return true, true
		}
		v := l.figure[column]
		low, high, both := strings.Cut(text, " – ")
		from, _ := new(big.Rat).SetString(strings.ReplaceAll(low, "−", "-"))
		to, _ := new(big.Rat).SetString(strings.ReplaceAll(high, "−", "-"))
		switch {
		case v == nil:
			return false, true
		case both:
			return v.Cmp(from) >= 0 && v.Cmp(to) <= 0, true
		case way == " ≥ ":
			return v.Cmp(from) >= 0, true
		}
		return v.Cmp(from) <= 0, true
	}
	head, pattern, is := strings.Cut(text, " “")
	if !is {
		return false, false
	}
	pattern, matters := strings.CutSuffix(pattern, ", case matters")
	pattern = strings.TrimSuffix(pattern, "”")
	_, head, _ = strings.Cut(head, " ")
	label, there := l.label["city"]
	if !matters {
		pattern, label = strings.ToLower(pattern), strings.ToLower(label)
	}
	not := false
	for _, words := range []string{"does not contain", "does not begin with", "does not end with"} {
		not = not || head == words
	}
	passes = there
	switch {
	case strings.Contains(head, "contain"):
		passes = passes && strings.Contains(label, pattern)
	case strings.Contains(head, "begin"):
		passes = passes && strings.HasPrefix(label, pattern)
	default:
		passes = passes && strings.HasSuffix(label, pattern)
	}
	return passes != not, true
}
