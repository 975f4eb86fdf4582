package groupby

import (
	"fmt"
	"slices"
	"strings"

	"cardinal/bench/g1"
)

// Set is a data set with its short name on the command line.
type Set struct {
	Name string
	What string
	Spec g1.Spec // pick sets Rows
}

// Sets are all data sets.
var Sets = []Set{
	{"k100", "K=100", g1.Spec{K: 100}},
	{"k10", "K=10", g1.Spec{K: 10}},
	{"k2", "K=2", g1.Spec{K: 2}},
	{"sorted", "K=100, sorted", g1.Spec{K: 100, Sorted: true}},
	{"nulls", "K=100, 5% null", g1.Spec{K: 100, Nulls: 5}},
	{"zipf", "K=100, Zipf keys", g1.Spec{K: 100, Keys: g1.Zipf}},
	{"hot", "K=100, one hot key", g1.Spec{K: 100, Keys: g1.Hot}},
}

// pick returns the sets named in a comma-separated list, with `rows` rows.
func pick(names string, rows int) ([]Set, error) {
	var out []Set
	for name := range strings.SplitSeq(names, ",") {
		at := slices.IndexFunc(Sets, func(s Set) bool { return s.Name == name })
		if at < 0 {
			return nil, fmt.Errorf("no data set %q; there are %s", name,
				joinNames(Sets, func(s Set) string { return s.Name }))
		}
		s := Sets[at]
		s.Spec.Rows = rows
		out = append(out, s)
	}
	return out, nil
}

// pickQuestions returns the questions whose numbers are in a comma-separated list.
func pickQuestions(numbers string) ([]Question, error) {
	var out []Question
	for number := range strings.SplitSeq(numbers, ",") {
		at := slices.IndexFunc(Questions, func(q Question) bool { return fmt.Sprint(q.Number) == number })
		if at < 0 {
			return nil, fmt.Errorf("no question %q; they are 1 to %d", number, len(Questions))
		}
		out = append(out, Questions[at])
	}
	return out, nil
}

// joinNames joins the names of things with commas.
func joinNames[T any](things []T, name func(T) string) string {
	names := make([]string, len(things))
	for i, t := range things {
		names[i] = name(t)
	}
	return strings.Join(names, ",")
}
