package pivots

import (
	"fmt"
	"slices"
	"strings"

	"cardinal/bench/groupby"
)

// question is one of the ten questions as a pivot. Its keys are on two axes, and every pair of levels of the axes has
// totals.
type question struct {
	groupby.Question
	rows, cols []string
}

// questions returns the ten questions. A question with two keys has one on each axis. A question with one key has v1,
// with five labels, on the columns. The question with six keys has three on each axis.
func questions() []question {
	var out []question
	for _, q := range groupby.Questions {
		if q.List { // a list is one figure, not several
			q.Select = "max(v3, 2) as largest2_v3"
		}
		rows, cols := q.Keys, []string{"v1"}
		if half := len(q.Keys) / 2; half > 0 {
			rows, cols = q.Keys[:half], q.Keys[half:]
		}
		out = append(out, question{q, rows, cols})
	}
	return out
}

// sql returns the question about a table of DuckDB, with a grouping set for every pair of levels.
func (q question) sql(table string) string {
	var sets []string
	for r := range len(q.rows) + 1 {
		for c := range len(q.cols) + 1 {
			sets = append(sets, "("+strings.Join(append(q.rows[:r:r], q.cols[:c]...), ", ")+")")
		}
	}
	keys := slices.Concat(q.rows, q.cols)
	var named []string // a measure may have the name of a key
	for i, k := range keys {
		named = append(named, fmt.Sprintf("%s as key%d", k, i+1))
	}
	return fmt.Sprintf("select grouping(%s) as level, %s, %s from %s group by grouping sets (%s)",
		strings.Join(keys, ", "), strings.Join(named, ", "), q.Select, table, strings.Join(sets, ", "))
}

// checkSQL returns the query that adds up the measures of the last answer, one row a level.
func (q question) checkSQL() string {
	var sums strings.Builder
	for _, m := range strings.Split(q.Select, " as ")[1:] {
		name, _, _ := strings.Cut(m, ",")
		value := name
		if q.List {
			value = "list_sum(" + name + ")"
		}
		fmt.Fprintf(&sums, ", coalesce(sum(%s) filter (not isnan(%s::double)), 0)::double", value, value)
	}
	return "select level::double, count(*)::double" + sums.String() + " from ans group by level order by level"
}

func (q question) String() string {
	return fmt.Sprintf("q%d: %s by %s", q.Number, strings.Join(q.rows, ", "), strings.Join(q.cols, ", "))
}
