package groupby

import (
	"fmt"
	"strings"
)

// Question is one of db-benchmark's ten questions, in Cardinal's language and in db-benchmark's SQL.
type Question struct {
	Number   int
	Keys     []string
	Measures string // for Cardinal
	Select   string // for DuckDB
	// NotNull is a column. If it has nulls, a filter excludes their rows from the question.
	NotNull string
	// List is true if the answer has several values for each group. Cardinal and DuckDB put these into different rows,
	// so that only their sum is compared.
	List bool
	// Tolerance is the greatest relative difference between two right answers, which round floats differently.
	Tolerance float64
}

// Questions are the ten questions, in order.
var Questions = []Question{
	{Number: 1, Keys: []string{"id1"}, Measures: "sum(v1)", Select: "sum(v1) as v1"},
	{Number: 2, Keys: []string{"id1", "id2"}, Measures: "sum(v1)", Select: "sum(v1) as v1"},
	{Number: 3, Keys: []string{"id3"}, Measures: "sum(v1), avg(v3)", Select: "sum(v1) as v1, avg(v3) as v3"},
	{Number: 4, Keys: []string{"id4"}, Measures: "avg(v1), avg(v2), avg(v3)", Select: "avg(v1) as v1, avg(v2) as v2, " +
		"avg(v3) as v3"},
	{Number: 5, Keys: []string{"id6"}, Measures: "sum(v1), sum(v2), sum(v3)", Select: "sum(v1) as v1, sum(v2) as v2, " +
		"sum(v3) as v3"},
	{Number: 6, Keys: []string{"id4", "id5"}, Measures: "median(v3), stddev(v3)",
		Select: "quantile_cont(v3, 0.5) as median_v3, stddev(v3) as sd_v3"},
	{Number: 7, Keys: []string{"id3"}, Measures: "max(v1) - min(v2)", Select: "max(v1) - min(v2) as range_v1_v2"},
	{Number: 8, Keys: []string{"id6"}, Measures: "top(v3, 2)", Select: "unnest(max(v3, 2)) as largest2_v3",
		NotNull: "v3", List: true},
	{Number: 9, Keys: []string{"id2", "id4"}, Measures: "corr(v1, v2)^2", Select: "pow(corr(v1, v2), 2) as r2",
		Tolerance: 1e-6},
	{Number: 10, Keys: []string{"id1", "id2", "id3", "id4", "id5", "id6"}, Measures: "sum(v3), count()",
		Select: "sum(v3) as v3, count(*) as count"},
}

// tolerance is the default for questions without a Tolerance.
const tolerance = 1e-9

// SQL returns the question about a table of DuckDB.
func (q Question) SQL(table string) string {
	keys, where := strings.Join(q.Keys, ", "), ""
	if q.NotNull != "" {
		where = " where " + q.NotNull + " is not null"
	}
	return fmt.Sprintf("select %s, %s from %s%s group by %s", keys, q.Select, table, where, keys)
}

// Filter returns the question's filter for Cardinal, or "" if the data has no nulls to filter out.
func (q Question) Filter(nulls bool) string {
	if q.NotNull == "" || !nulls {
		return ""
	}
	return q.NotNull + " is not null"
}

func (q Question) String() string { return fmt.Sprintf("q%d", q.Number) }
